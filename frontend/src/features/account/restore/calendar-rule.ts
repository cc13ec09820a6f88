// What a recurrence rule of a calendar (RFC 5545) comes to as a rule of an alarm. Times are days and minutes of its own zone.
import { weekdays, type Weekday } from '../../../api/types';
import type { Recur, Time } from './ical-types';

/** Days as calendars abbreviate them, in the order of the wire. */
const calendarDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Parts of a rule that an alarm can have. */
const knownParts: ReadonlySet<string> = new Set(['BYDAY']);

/** More rings than these are not counted: with one a day they take a dozen years. */
const countedAtMost = 5_000;

/** The days of the week on which it recurs; null where it recurs in a way that no alarm has. */
export function daysOfRule(rule: Recur, start: Time): readonly Weekday[] | null {
  const { freq, interval } = rule;
  const parts = rule.parts as Readonly<Record<string, readonly unknown[] | undefined>>;
  if (interval !== 1 || Object.keys(parts).some((part) => !knownParts.has(part))) return null;
  const chosen = parts.BYDAY?.map((day) => calendarDays.indexOf(String(day)));
  // The second Friday, and the like.
  if (chosen?.includes(-1)) return null;
  if (freq === 'DAILY') return daysAt(chosen ?? calendarDays.keys());
  if (freq === 'WEEKLY') return daysAt(chosen ?? [(start.dayOfWeek() + 5) % 7]);
  return null;
}

/** The day of the last recurrence, as the calendar has it; null where it recurs without end. */
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

/** The same days some days later, or earlier. */
export function shifted(days: readonly Weekday[], by: number): readonly Weekday[] {
  return daysAt(days.map((day) => (weekdays.indexOf(day) + (by % 7) + 7) % 7));
}

function daysAt(indices: Iterable<number>): readonly Weekday[] {
  const chosen = new Set(indices);
  return weekdays.filter((_, index) => chosen.has(index));
}
