// Reads the all-day events of a calendar file as days off.
import ICAL from 'ical.js';
import { recurrenceOfEvent } from '../../../components/calendar/calendar-rule';
import type { Component, Recur, Time } from '../../../components/calendar/ical-types';
import { dayOfNumber, firstOfMonth, dayNumber } from '../../../model/calendar-day';
import { longestRangeLabel, mostDaysOfRange, type DayRange } from '../../../model/days-off';
import type { Day } from '../../../model/types';
import { nextRuleDay } from '../../../rings/recurrence-days';

/** How far a yearly holiday is repeated. */
const daysAhead = 800;
/** Of one event. */
const mostRepeats = 30;

/** The ranges of all calendars in a text that end today or later; null if it is no calendar. */
export function holidaysIn(text: string, today: Day): readonly DayRange[] | null {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) return null;
  try {
    const read = ICAL.parse(text) as unknown[];
    const roots = Array.isArray(read[0]) ? read : [read];
    return roots
      .flatMap((root) => new ICAL.Component(root as never).getAllSubcomponents('vevent'))
      .flatMap((event) => rangesOfEvent(event, today));
  } catch {
    return null;
  }
}

function rangesOfEvent(event: Component, today: Day): readonly DayRange[] {
  const start: unknown = event.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time) || !start.isDate) return [];
  if (String(event.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED') return [];
  const first = numberOf(start);
  const length = lengthOf(event, first);
  const now = dayNumber(today) ?? first;
  return startsOf(event, start, first, now - length + 1)
    .filter((day) => day + length > now)
    .map((day) => ({
      from: dayOfNumber(day),
      to: dayOfNumber(day + length - 1),
      label: nameOf(event),
    }));
}

/** The first days of an event from a day on: of its recurrence, if that can be computed. */
function startsOf(event: Component, start: Time, first: number, from: number): readonly number[] {
  const rule = event.getFirstPropertyValue('rrule') as Recur | null;
  const recurrence = rule && recurrenceOfEvent(rule, start);
  if (rule === null || recurrence === null || rule.count) return [first];
  const until = rule.until ? dayOfNumber(numberOf(rule.until)) : null;
  const starts: number[] = [];
  let day = nextRuleDay({ ...recurrence, until }, first, from);
  while (day !== null && day <= Math.max(from, first) + daysAhead && starts.length < mostRepeats) {
    starts.push(day);
    day = nextRuleDay({ ...recurrence, until }, first, day + 1);
  }
  return starts;
}

/** The end of an all-day event is the day after it. */
function lengthOf(event: Component, first: number): number {
  const end: unknown = event.getFirstPropertyValue('dtend');
  const duration: unknown = event.getFirstPropertyValue('duration');
  const days =
    end instanceof ICAL.Time
      ? numberOf(end) - first
      : duration instanceof ICAL.Duration
        ? Math.round(duration.toSeconds() / 86_400)
        : 1;
  return Math.min(Math.max(1, days), mostDaysOfRange);
}

function nameOf(event: Component): string {
  const name: unknown = event.getFirstPropertyValue('summary');
  const text = typeof name === 'string' ? name.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  return Array.from(text).slice(0, longestRangeLabel).join('').trim();
}

function numberOf({ year, month, day }: Time): number {
  return firstOfMonth(year * 12 + month - 1) + day - 1;
}
