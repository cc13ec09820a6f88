// A seeded random generator, so that a failing test can be repeated.

export interface Random {
  /** From 0 to 1, excluding 1. */
  readonly next: () => number;
  /** An integer from 0 to below this. */
  readonly below: (count: number) => number;
  /** True with this probability in percent. */
  readonly percent: (chance: number) => boolean;
  readonly one: <Item>(items: readonly Item[]) => Item;
}

export function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    percent: (chance) => next() * 100 < chance,
    one: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to choose from');
      return item;
    },
  };
}
