// Trying again what failed: a lost stream, code on its way.

const shortestMs = 1_000;
const longestMs = 30_000;

/** Full jitter between a second and a bound that doubles with each attempt in vain, at most half a minute. */
export function retryDelay(attemptsInVain: number, random: number): number {
  const bound = Math.min(longestMs, shortestMs * 2 ** (attemptsInVain + 1));
  return shortestMs + random * (bound - shortestMs);
}

/** Tries until it succeeds, with such waits between; what failed is logged. */
export async function persistently<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let inVain = 0; ; inVain += 1) {
    try {
      return await attempt();
    } catch (failure) {
      console.warn(failure);
      const delayMs = retryDelay(inVain, Math.random());
      await new Promise((resume) => setTimeout(resume, delayMs));
    }
  }
}
