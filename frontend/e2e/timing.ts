// Marks tests that measure milliseconds.

/** For tests that have to run alone, in the project `timing`. */
export const timing = { tag: '@timing' } as const;
