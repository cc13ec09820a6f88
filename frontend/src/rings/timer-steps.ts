// Where a timer is in its steps, and where it begins. Pure.
import type { Timer, TimerStep } from '../api/types';

/** The steps of a timer, less everything else of it. */
export type Steps = Pick<Timer, 'steps' | 'rounds'>;

/** A step, and which one it is. */
export interface StepPlace extends TimerStep {
  /** Its index over all rounds. */
  readonly index: number;
  /** Of so many, from 1. */
  readonly number: number;
  readonly count: number;
  /** What is counted: rounds, or with one round its steps. */
  readonly counts: 'rounds' | 'steps';
}

/** How many steps there are over all rounds; none in a timer of one duration. */
export function stepCount({ steps, rounds }: Steps): number {
  return (steps?.length ?? 0) * (rounds ?? 0);
}

/** The step with an index over all rounds; null where there is none. */
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

/** The step at which a timer is; null for a timer of one duration. */
export function presentStep(timer: Timer): StepPlace | null {
  return timer.step === null ? null : stepAt(timer, timer.step);
}

/** A timer in the step that runs at `now`, whether the server has told of it or not. */
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

/** A timer as a reset leaves it: stopped, at its beginning. */
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
