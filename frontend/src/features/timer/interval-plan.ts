// The plan of an interval timer as it is typed: steps of minutes and seconds, and rounds. Pure.
import type { Timer, TimerStep } from '../../api/types';

/** What stands in the fields of a step. */
export interface TypedStep {
  /** Tells rows apart while they come and go. */
  readonly key: number;
  readonly label: string;
  readonly minutes: string;
  readonly seconds: string;
}

export interface TypedPlan {
  readonly steps: readonly TypedStep[];
  readonly rounds: string;
}

export const mostSteps = 20;
export const planLimits = {
  minutes: { min: 0, max: 1439 },
  seconds: { min: 0, max: 59 },
  rounds: { min: 1, max: 99 },
} as const;

/** Plans that are one tap away: seconds of work and of rest, and rounds. */
export const usualPlans = [
  { work: 25 * 60, rest: 5 * 60, rounds: 4, names: ['timer.focus', 'timer.break'] },
  { work: 40, rest: 20, rounds: 8, names: ['timer.work', 'timer.rest'] },
] as const;

/** A plan as it stands in the fields. */
export function typedPlan(steps: readonly TimerStep[], rounds: number): TypedPlan {
  const typed = steps.map(({ seconds, label }, key) => ({
    key,
    label: label ?? '',
    minutes: String(Math.floor(seconds / 60)),
    seconds: String(seconds % 60),
  }));
  return { steps: typed, rounds: String(rounds) };
}

/** The whole number that is typed; an empty field counts as 0, anything out of its limits as NaN. */
export function wholeNumber(
  typed: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const number = Number(typed);
  return Number.isInteger(number) && number >= min && number <= max ? number : NaN;
}

/** Seconds of a step; NaN where they make none. */
export function secondsOf({ minutes, seconds }: TypedStep): number {
  const total =
    wholeNumber(minutes, planLimits.minutes) * 60 + wholeNumber(seconds, planLimits.seconds);
  return total > 0 ? total : NaN;
}

/** The plan as the server takes it; null while a field is wrong. */
export function planOf({ steps, rounds }: TypedPlan): Pick<Timer, 'steps' | 'rounds'> | null {
  const times = wholeNumber(rounds, planLimits.rounds);
  const read = steps.map((step) => {
    const label = step.label.trim();
    return { seconds: secondsOf(step), label: label === '' ? null : label };
  });
  const isWhole = !Number.isNaN(times) && read.every(({ seconds }) => !Number.isNaN(seconds));
  return isWhole ? { steps: read, rounds: times } : null;
}

/** Seconds of all steps in all rounds; null while a field is wrong. */
export function totalOf(plan: TypedPlan): number | null {
  const read = planOf(plan);
  if (read === null) return null;
  const round = (read.steps ?? []).reduce((sum, { seconds }) => sum + seconds, 0);
  return round * (read.rounds ?? 1);
}

/** Whether a timer has this plan already: one that is sent anew resets it. */
export function isSamePlan(timer: Timer, plan: Pick<Timer, 'steps' | 'rounds'>): boolean {
  return (
    timer.rounds === plan.rounds &&
    timer.steps?.length === plan.steps?.length &&
    (timer.steps ?? []).every(
      ({ seconds, label }, at) =>
        seconds === plan.steps?.[at]?.seconds && label === plan.steps[at].label,
    )
  );
}
