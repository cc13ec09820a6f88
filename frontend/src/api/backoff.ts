// How long to wait before a retry, for example of a lost stream.

const shortestMs = 1_000;
const longestMs = 30_000;

/** Full jitter between a second and a bound that doubles with each failed attempt, up to half a minute. */
export function retryDelay(attemptsInVain: number, random: number): number {
  const bound = Math.min(longestMs, shortestMs * 2 ** (attemptsInVain + 1));
  return shortestMs + random * (bound - shortestMs);
}
