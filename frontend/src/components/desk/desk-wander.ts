// The position of the desk clock on the screen in a minute, which changes to prevent burn-in.

/** The position, in shares of the free space, from -1 to 1. */
interface Stand {
  readonly across: number;
  readonly along: number;
}

/** The number of steps in each direction; they are coprime, so that every position is used. */
const acrossSteps = 11;
const alongSteps = 7;

/** A new position each minute; all positions within 77 minutes. */
export function standAt(minute: number): Stand {
  const count = Math.floor(minute / 60_000);
  return { across: toAndFro(count * 3, acrossSteps), along: toAndFro(count * 2, alongSteps) };
}

function toAndFro(count: number, steps: number): number {
  const step = ((count % steps) + steps) % steps;
  return (2 * step) / (steps - 1) - 1;
}
