// Converts a recurrence rule (RFC 5545) to the rule of an alarm. Days and minutes are in the rule's own zone.
import { weekdays, type Weekday } from '../../../api/types';
import type { Recur, Time } from './ical-types';

/** The days' abbreviations in calendars, in the API's order. */
const calendarDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The parts of a rule that an alarm can represent. */
const knownParts: ReadonlySet<string> = new Set(['BYDAY']);

/** Recurrences are counted up to this number, which are a dozen years of daily ones. */
const countedAtMost = 5_000;

/** The days of the week on which it recurs; null if no alarm can represent the rule. */
export function daysOfRule(rule: Recur, start: Time): readonly Weekday[] | null {
  const { freq, interval } = rule;
  const parts = rule.parts as Readonly<Record<string, readonly unknown[] | undefined>>;
  if (interval !== 1 || Object.keys(parts).some((part) => !knownParts.has(part))) return null;
  const chosen = parts.BYDAY?.map((day) => calendarDays.indexOf(String(day)));
  // For example the second Friday.
  if (chosen?.includes(-1)) return null;
  if (freq === 'DAILY') return daysAt(chosen ?? calendarDays.keys());
  if (freq === 'WEEKLY') return daysAt(chosen ?? [(start.dayOfWeek() + 5) % 7]);
  return null;
}

/** The day of the last recurrence; null if the rule has no end. */
export function lastDayOf(rule: Recur, start: Time): Time | null {
  if (rule.until) return rule.until;
  if (!rule.count) return null;
  if (rule.count > countedAtMost) return null;
  const recurrences = rule.iterator(start);
  let last = start;
  for (
    let next = recurrences.next() as Time | null;
    next;
    next = recurrences.next() as Time | null
  ) {
    last = next.clone();
  }
  return last;
}

/** The same days, shifted by some days. */
export function shifted(days: readonly Weekday[], by: number): readonly Weekday[] {
  return daysAt(days.map((day) => (weekdays.indexOf(day) + (by % 7) + 7) % 7));
}

function daysAt(indices: Iterable<number>): readonly Weekday[] {
  const chosen = new Set(indices);
  return weekdays.filter((_, index) => chosen.has(index));
}
