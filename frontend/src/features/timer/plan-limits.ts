// What a plan of steps may hold; the server has the same limits.

export const mostSteps = 20;

export const planLimits = {
  minutes: { min: 0, max: 1439 },
  seconds: { min: 0, max: 59 },
  rounds: { min: 1, max: 99 },
} as const;
