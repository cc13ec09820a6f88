// The limits of timers, which are the same as the server's, and how far keys move their length.

/** The longest timer without steps: 23:59:59. */
export const longestSeconds = 86_399;

export const mostSteps = 20;

export const planLimits = {
  minutes: { min: 0, max: 1439 },
  seconds: { min: 0, max: 59 },
  rounds: { min: 1, max: 99 },
} as const;

/** How far keys move the length of a timer, in seconds. */
export const timerSteps = { arrow: 60, fine: 5, page: 300 } as const;
