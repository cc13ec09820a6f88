// Links to a timer that is ready to start: `?t=1h30m&label=Tea`, or with steps `?steps=40s:Work,20s:Rest&rounds=8`.
// Pure.
//
// A step is a duration, and after a colon its name. Commas and backslashes in a name are escaped with a backslash.
import type { TimerStep } from '../../model/types';
import {
  longestSeconds,
  mostSteps,
  planLimits,
  seedOfLength,
  seedOfSteps,
  type TimerSeed,
} from './timer-seed';

/** Why a link is invalid. */
export type LinkProblem =
  | { readonly problem: 'time' }
  | { readonly problem: 'step'; readonly number: number }
  | { readonly problem: 'step-count'; readonly count: number }
  | { readonly problem: 'rounds' };

/** The server's limits. */
const labelAtMost = 100;
const duration = /^(?:(\d{1,5})h)?(?:(\d{1,5})m(?:in)?)?(?:(\d{1,5})s)?$/;

/**
 * The timer of a page's query, within the server's limits, or what is wrong with it. Steps have precedence over a time.
 */
export function linkedTimer(search: string): TimerSeed | LinkProblem {
  const query = new URLSearchParams(search);
  const label = labelIn(query.get('label') ?? '');
  const steps = query.get('steps');
  if (steps !== null) return linkedSteps(steps, query.get('rounds'), label);
  const totalSeconds = secondsIn(query.get('t') ?? '');
  return totalSeconds === null ? { problem: 'time' } : seedOfLength(totalSeconds, label);
}

function linkedSteps(
  text: string,
  roundsText: string | null,
  label: string | null,
): TimerSeed | LinkProblem {
  const parts = partsOf(text);
  if (parts.length > mostSteps) return { problem: 'step-count', count: parts.length };
  const steps: TimerStep[] = [];
  for (const part of parts) {
    const [time = '', ...name] = part.split(':');
    const seconds = secondsIn(time);
    if (seconds === null) return { problem: 'step', number: steps.length + 1 };
    steps.push({ seconds, label: labelIn(name.join(':')) });
  }
  const typed = (roundsText ?? '1').normalize('NFKC').trim();
  const rounds = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return rounds < planLimits.rounds.min ? { problem: 'rounds' } : seedOfSteps(steps, rounds, label);
}

/** Splits at commas, and removes the backslashes of escaped characters. */
function partsOf(text: string): readonly string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(/\\.|[^]/gu)) {
    if (piece === ',') parts.push('');
    else parts.push((parts.pop() ?? '') + (piece.length > 1 ? piece.replace(/^\\/, '') : piece));
  }
  return parts;
}

/** The seconds of `1h30m`; null if it is not a duration, or out of range. */
function secondsIn(text: string): number | null {
  const parts = duration.exec(text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase());
  if (parts === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part || 0));
  const total = hours * 3600 + minutes * 60 + seconds;
  return total >= 1 && total <= longestSeconds ? total : null;
}

/** Characters that change the direction of the text after them. */
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that cannot be seen. The server refuses a label of nothing else. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0]/gu;

/** A label, cut to the server's limit. A stranger may have written it, so it is shown in the direction of its letters. */
function labelIn(text: string): string | null {
  const characters = Array.from(text.replaceAll(directions, '').trim());
  const label = characters.slice(0, labelAtMost).join('').trim();
  return label.replaceAll(unseen, '') === '' ? null : label;
}

export function linkTo({ label, totalSeconds, steps, rounds }: TimerSeed, page: string): string {
  const link = new URL(page);
  link.hash = '';
  const query =
    steps === null
      ? [`t=${durationText(totalSeconds)}`]
      : [
          `steps=${steps.map(stepText).join(',')}`,
          ...(rounds === null || rounds === 1 ? [] : [`rounds=${String(rounds)}`]),
        ];
  // Spaces as %20, which is understood wherever a link is pasted.
  if (label !== null) query.push(`label=${encodeURIComponent(label)}`);
  link.search = query.join('&');
  return link.href;
}

function stepText({ seconds, label }: TimerStep): string {
  const time = durationText(seconds);
  if (label === null) return time;
  return `${time}:${encodeURIComponent(label.replaceAll(/[\\,]/g, '\\$&'))}`;
}

function durationText(totalSeconds: number): string {
  const parts = [
    [Math.floor(totalSeconds / 3600), 'h'],
    [Math.floor((totalSeconds % 3600) / 60), 'm'],
    [totalSeconds % 60, 's'],
  ] as const;
  return parts.flatMap(([value, unit]) => (value > 0 ? `${String(value)}${unit}` : [])).join('');
}
