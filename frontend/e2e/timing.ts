// How a journey is marked that judges milliseconds.

/** For those that have to run alone, in the project `timing`. */
export const timing = { tag: '@timing' } as const;
