// How far keys move the length of a timer.

/** In seconds. */
export const timerSteps = { arrow: 60, fine: 5, page: 300 } as const;
