// The plan of an interval timer: in form fields, and in the API. Pure.
import type { Timer, TimerStep } from '../../model/types';
import type { IntervalFields, StepFields } from './timer-schema';

type PlanFields = Pick<IntervalFields, 'steps' | 'rounds'>;
type Plan = Pick<Timer, 'steps' | 'rounds'>;

/** Presets: seconds of work and of rest, and rounds. */
export const usualPlans = [
  { work: 25 * 60, rest: 5 * 60, rounds: 4, names: ['timer.focus', 'timer.break'] },
  { work: 40, rest: 20, rounds: 8, names: ['timer.work', 'timer.rest'] },
] as const;

export function planFields(steps: readonly TimerStep[], rounds: number): PlanFields {
  const fields = steps.map(({ seconds, label }, key) => ({
    key,
    label: label ?? '',
    minutes: Math.floor(seconds / 60),
    seconds: seconds % 60,
  }));
  return { steps: fields, rounds };
}

/** Adds a step of a minute. */
export function anotherStep(steps: readonly StepFields[]): StepFields {
  return {
    key: Math.max(-1, ...steps.map(({ key }) => key)) + 1,
    label: '',
    minutes: 1,
    seconds: 0,
  };
}

/** The plan for the API, from valid fields. */
export function planOf({ steps, rounds }: PlanFields): Plan {
  const read = steps.map(({ minutes, seconds, label }) => ({
    seconds: minutes * 60 + seconds,
    label: label === '' ? null : label,
  }));
  return { steps: read, rounds };
}

/** The seconds of all steps in all rounds. */
export function totalOf({ steps, rounds }: PlanFields): number {
  const round = steps.reduce((sum, { minutes, seconds }) => sum + minutes * 60 + seconds, 0);
  return round * rounds;
}

/** Whether a timer has this plan already: sending it again would reset the timer. */
export function isSamePlan(timer: Timer, plan: Plan): boolean {
  return (
    timer.rounds === plan.rounds &&
    timer.steps?.length === plan.steps?.length &&
    (timer.steps ?? []).every(
      ({ seconds, label }, at) =>
        seconds === plan.steps?.[at]?.seconds && label === plan.steps[at].label,
    )
  );
}
