// Where the desk clock stands on the screen at a minute, so that no line burns in.

/** Shares of the way to the edge of its room, each from -1 to 1. */
export interface Stand {
  readonly across: number;
  readonly along: number;
}

/** Steps of each direction; without a common divisor, so that every place is taken in turn. */
const acrossSteps = 11;
const alongSteps = 7;

/** A little elsewhere each minute, over all places within 77 minutes. */
export function standAt(minute: number): Stand {
  const count = Math.floor(minute / 60_000);
  return { across: toAndFro(count * 3, acrossSteps), along: toAndFro(count * 2, alongSteps) };
}

function toAndFro(count: number, steps: number): number {
  const step = ((count % steps) + steps) % steps;
  return (2 * step) / (steps - 1) - 1;
}
