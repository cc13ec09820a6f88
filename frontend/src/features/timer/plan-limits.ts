// The limits of a plan with steps, which are the same as the server's.

export const mostSteps = 20;

export const planLimits = {
  minutes: { min: 0, max: 1439 },
  seconds: { min: 0, max: 59 },
  rounds: { min: 1, max: 99 },
} as const;
