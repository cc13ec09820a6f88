// The steps of a timer: which one runs, and resetting. Pure.
import type { Timer, TimerStep } from '../model/types';

/** The fields of a timer that define its steps. */
type Steps = Pick<Timer, 'steps' | 'rounds'>;

export interface StepPlace extends TimerStep {
  /** The index over all rounds. */
  readonly index: number;
  /** The number of the round or step, counted from 1. */
  readonly number: number;
  readonly count: number;
  /** What `number` counts: rounds, or the steps of a single round. */
  readonly counts: 'rounds' | 'steps';
}

/** The number of steps in all rounds; 0 for a timer without steps. */
export function stepCount({ steps, rounds }: Steps): number {
  return (steps?.length ?? 0) * (rounds ?? 0);
}

/** The step with an index over all rounds; null if there is none. */
export function stepAt({ steps, rounds }: Steps, index: number): StepPlace | null {
  if (steps === null || rounds === null) return null;
  const step = index < steps.length * rounds ? steps[index % steps.length] : undefined;
  if (step === undefined) return null;
  const place =
    rounds > 1
      ? { number: Math.floor(index / steps.length) + 1, count: rounds, counts: 'rounds' as const }
      : { number: index + 1, count: steps.length, counts: 'steps' as const };
  return { ...step, index, ...place };
}

/** The present step of a timer; null for a timer without steps. */
export function presentStep(timer: Timer): StepPlace | null {
  return timer.step === null ? null : stepAt(timer, timer.step);
}

/** The timer in the step that runs at `now`, computed from what the server last sent. */
export function atPresent(timer: Timer, now: number): Timer {
  const next = timer.step === null ? null : stepAt(timer, timer.step + 1);
  if (next === null || timer.endsAt === null) return timer;
  const endsAt = Date.parse(timer.endsAt);
  if (endsAt > now) return timer;
  const step = {
    step: next.index,
    endsAt: new Date(endsAt + next.seconds * 1000).toISOString(),
    runSeconds: next.seconds,
  };
  return atPresent({ ...timer, ...step }, now);
}

export function atBeginning(timer: Timer): Timer {
  const first = stepAt(timer, 0);
  const seconds = first?.seconds ?? timer.totalSeconds;
  return {
    ...timer,
    enabled: 0,
    endsAt: null,
    remainingMs: seconds * 1000,
    runSeconds: seconds,
    step: first && 0,
  };
}

/** Whether a reset would change nothing. */
export function isAtBeginning(timer: Timer): boolean {
  const { remainingMs, runSeconds, step } = atBeginning(timer);
  const isWhole = timer.remainingMs >= remainingMs && timer.runSeconds === runSeconds;
  return timer.enabled === 0 && isWhole && timer.step === step;
}
