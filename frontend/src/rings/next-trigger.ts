// Computes when an alarm rings next, for when the server cannot be reached. The rules are the server's (docs/time.md):
// days are those of the alarm's zone, and a time that is skipped by a clock change rings later by the length of the
// gap.
import { weekdays, type Alarm } from '../model/types';
import { instantOf, zoneOffset } from '../time/zone-offset';
import { isKnownZone } from '../time/zone-identity';
import { dayNumber, dayOfNumber, weekdayIndex } from '../model/calendar-day';
import { rangeOn, type DayRange } from '../model/days-off';
import { recurrenceOf } from '../model/recurrence';
import { nextRuleDay } from './recurrence-days';
import { minuteMs } from '../model/time-of-day';

/** The fields that determine when an alarm rings. A newer server may send additional fields. */
export type RingRule = Pick<Alarm, 'time' | 'timezone'> & {
  readonly repeat: string;
  readonly days?: readonly string[] | null;
  /** `2026-12-24`, for an alarm that rings on that day only. */
  readonly date?: string | null;
  /** A recurrence rule, and the day from which it counts. */
  readonly rule?: string | null;
  readonly from?: string | null;
  /** The first day after a pause. */
  readonly pausedUntil?: string | null;
  /** Whether it rings on days off. */
  readonly daysOff?: string | null;
};

const dayMs = 1_440 * minuteMs;

/**
 * The first ring after an instant, both in milliseconds since the epoch, that is not on a day off; null if there is
 * none, or if it cannot be computed here.
 */
export function nextTriggerOf(
  rule: RingRule,
  after: number,
  daysOff: readonly DayRange[],
): number | null {
  return triggersOf(rule, daysOff)(after);
}

/** The next ring of an alarm as if there were no days off. */
export function nextTriggerIgnoring(rule: RingRule, after: number): number | null {
  return triggersOf(rule, noDays)(after);
}

/** Reads a rule once, to find many of its rings: each is the first after an instant. */
export function triggersOf(
  rule: RingRule,
  daysOff: readonly DayRange[],
): (after: number) => number | null {
  const { timezone } = rule;
  const time = minutesOf(rule.time);
  if (!isKnownZone(timezone) || time === null) return () => null;
  const nextDay = daysOfRule(rule);
  const off = ringsOnDaysOff(rule) ? [] : daysOff;
  const resumes = dayNumber(rule.pausedUntil) ?? -Infinity;
  return (after) => {
    const today = Math.floor((after + zoneOffset(after, timezone)) / dayMs);
    // Begins with the day before, whose ring may have been moved past midnight.
    let day = nextDay(Math.max(today - 1, resumes), today);
    while (day !== null) {
      const last = lastDayOff(off, day);
      const ring = last === null ? instantOf(day * dayMs + time * minuteMs, timezone) : null;
      if (ring !== null && ring > after) return ring;
      day = nextDay((last ?? day) + 1, today);
    }
    return null;
  };
}

/** Somebody chose the date of an alarm that rings on one day. */
export function ringsOnDaysOff({ repeat, date, daysOff }: RingRule): boolean {
  return daysOff === 'ring' || (repeat === 'once' && dayNumber(date) !== null);
}

const noDays: readonly DayRange[] = [];

/** Finds the first day of a rule that is not before a day; one that says no first day counts from today. */
function daysOfRule(rule: RingRule): (from: number, today: number) => number | null {
  const { repeat, days } = rule;
  const date = dayNumber(rule.date);
  if (repeat === 'daily') return (from) => from;
  if (repeat === 'once') return (from) => (date === null ? from : date >= from ? date : null);
  if (repeat === 'rule') {
    const recurrence = recurrenceOf(rule.rule);
    const first = dayNumber(rule.from);
    return (from, today) => recurrence && nextRuleDay(recurrence, first ?? today, from);
  }
  const chosen = repeat === 'days' ? (days ?? []) : (namedDays[repeat] ?? []);
  return (from) =>
    week
      .map((count) => from + count)
      .find((day) => chosen.includes(weekdays[weekdayIndex(day)] ?? '')) ?? null;
}

const week = [0, 1, 2, 3, 4, 5, 6];
const namedDays: Readonly<Partial<Record<string, readonly string[]>>> = {
  weekday: weekdays.slice(0, 5),
  weekend: weekdays.slice(5),
};

/** The last day of the range that contains a day; null if the day is not off. */
function lastDayOff(daysOff: readonly DayRange[], day: number): number | null {
  return daysOff.length === 0 ? null : dayNumber(rangeOn(daysOff, dayOfNumber(day))?.to);
}

export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
