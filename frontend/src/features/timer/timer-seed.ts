// The settings of a timer wherever it is stored: a label, and a length or steps in rounds, with their limits. Pure.
import type { IntlShape } from 'react-intl';
import type { IntervalDraft, TimerDraft, TimerStep } from '../../model/types';
import { lengthInPhrase, lengthText } from '../../i18n/duration-text';

/** The longest timer without steps: 23:59:59. */
export const longestSeconds = 86_399;

export const mostSteps = 20;

/** The limits of the fields, which are the same as the server's. */
export const planLimits = {
  minutes: { min: 0, max: 1439 },
  seconds: { min: 0, max: 59 },
  rounds: { min: 1, max: 99 },
} as const;

/** How far keys move the length of a timer, in seconds. */
export const timerSteps = { arrow: 60, fine: 5, page: 300 } as const;

export interface TimerSeed {
  readonly label: string | null;
  /** For an interval timer, of all steps in all rounds. */
  readonly totalSeconds: number;
  readonly steps: readonly TimerStep[] | null;
  readonly rounds: number | null;
}

export function seedOfLength(totalSeconds: number, label: string | null = null): TimerSeed {
  return { label, totalSeconds, steps: null, rounds: null };
}

export function seedOfSteps(
  steps: readonly TimerStep[],
  rounds: number,
  label: string | null = null,
): TimerSeed {
  const round = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  return { label, totalSeconds: round * rounds, steps, rounds };
}

export function seedOf(draft: TimerDraft | IntervalDraft): TimerSeed {
  const { label = null } = draft;
  if (draft.steps) return seedOfSteps(draft.steps, draft.rounds ?? 1, label);
  const { hours, minutes, seconds } = draft as TimerDraft;
  return seedOfLength(hours * 3600 + minutes * 60 + seconds, label);
}

export function startedDraft(seed: TimerSeed): TimerDraft | IntervalDraft {
  const { label, totalSeconds, steps, rounds } = seed;
  const named = { ...(label !== null && { label }), enabled: 1 as const };
  if (steps !== null) return { steps, rounds, ...named };
  return { ...partsOfLength(totalSeconds), ...named };
}

export function partsOfLength(totalSeconds: number) {
  return {
    hours: Math.floor(totalSeconds / 3600),
    minutes: Math.floor(totalSeconds / 60) % 60,
    seconds: totalSeconds % 60,
    totalSeconds,
  };
}

/** `8 min · 8 rounds`, or the length of a timer without steps. */
export function seedLength(intl: IntlShape, { totalSeconds, rounds }: TimerSeed): string {
  const length = lengthText(intl, totalSeconds);
  return rounds === null ? length : intl.formatMessage({ id: 'timer.planOf' }, { length, rounds });
}

/** The label of a timer, or its length in words. */
export function timerName(
  intl: IntlShape,
  { label, totalSeconds }: Pick<TimerSeed, 'label' | 'totalSeconds'>,
): string {
  return (
    label ??
    intl.formatMessage({ id: 'timer.unnamed' }, { length: lengthInPhrase(intl, totalSeconds) })
  );
}
