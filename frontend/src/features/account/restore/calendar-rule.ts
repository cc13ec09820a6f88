// Converts a recurrence rule (RFC 5545) to the rule of an alarm. Days and minutes are in the rule's own zone.
import { weekdays, type Weekday } from '../../../model/types';
import type { Recur, Time } from './ical-types';

/** The days' abbreviations in calendars, in the API's order. */
const calendarDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The parts of a rule that an alarm can represent. */
const knownParts: ReadonlySet<string> = new Set(['BYDAY']);

/** A series of more recurrences, which are a dozen years of daily ones, counts as one without an end. */
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
  const days = daysOfRule(rule, start);
  if (days === null) return null;
  const recursOn = (day: Time) =>
    daysAt([(day.dayOfWeek() + 5) % 7]).every((name) => days.includes(name));
  // The same days recur each week.
  const weeks = Math.floor((rule.count - 1) / days.length);
  const last = start.clone();
  for (let left = (rule.count - 1) % days.length; ; left -= 1) {
    while (!recursOn(last)) last.adjust(1, 0, 0, 0);
    if (left === 0) break;
    last.adjust(1, 0, 0, 0);
  }
  last.adjust(7 * weeks, 0, 0, 0);
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
