// Computes when an alarm rings next, for when the server cannot be reached. The rules are the server's (docs/time.md):
// days are those of the alarm's zone, and a time that is skipped by a clock change rings later by the length of the
// gap. Recurrence rules have the meaning of RFC 5545: weeks begin on Monday, intervals are counted from the first day's
// week, month or year, and a month without the day has none. Zones are told apart whose rules the browser has otherwise
// than the server. Pure.
import { weekdays, type Alarm } from '../model/types';
import { instantOf, zoneOffset } from '../time/zone-offset';
import { isKnownZone } from '../time/zone-identity';
import {
  dayNumber,
  dayOfNumber,
  weekdayIndex,
  dateOfDay,
  firstOfMonth,
  monthLength,
  monthOfDay,
  type MonthNumber,
} from '../model/calendar-day';
import { rangeOn, type DayRange } from '../model/days-off';
import { recurrenceOf, type NthDay, type Recurrence } from '../model/recurrence';
import { dayMs, minuteMs } from '../model/time-of-day';

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

function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** The calendar repeats after this many months. */
const cycleMonths = 4_800;

/** The first day of a rule from a day on; null if there is none. Days are numbers. */
export function nextRuleDay(rule: Recurrence, first: number, from: number): number | null {
  const start = Math.max(first, from);
  const day = unendingDay(rule, first, start);
  const until = dayNumber(rule.until);
  return day !== null && (until === null || day <= until) ? day : null;
}

function unendingDay(rule: Recurrence, first: number, start: number): number | null {
  const { frequency, interval } = rule;
  switch (frequency) {
    case 'DAILY':
      return first + stepsTo(start - first, interval);
    case 'WEEKLY':
      return dayOfWeeks(rule, first, start);
    case 'MONTHLY':
      return dayOfMonths(first, start, interval, (month) => daysOfMonth(rule, first, month));
    case 'YEARLY':
      return dayOfMonths(first, start, interval * 12, (month) => daysAt(month, [dateOfDay(first)]));
  }
}

function dayOfWeeks({ interval, days }: Recurrence, first: number, start: number): number | null {
  const indices =
    days.length === 0 ? [weekdayIndex(first)] : days.map((day) => weekdays.indexOf(day));
  const monday = first - weekdayIndex(first);
  const week = monday + stepsTo(Math.floor((start - monday) / 7), interval) * 7;
  const among = [week, week + interval * 7].flatMap((begin) =>
    indices.map((index) => begin + index).toSorted((one, other) => one - other),
  );
  return among.find((day) => day >= start) ?? null;
}

function dayOfMonths(
  first: number,
  start: number,
  interval: number,
  daysIn: (month: MonthNumber) => readonly number[],
): number | null {
  const firstMonth = monthOfDay(first);
  const begin = firstMonth + stepsTo(monthOfDay(start) - firstMonth, interval);
  for (let month = begin; month <= begin + cycleMonths; month += interval) {
    const day = daysIn(month).find((one) => one >= start);
    if (day !== undefined) return day;
  }
  return null;
}

function daysOfMonth(rule: Recurrence, first: number, month: MonthNumber): readonly number[] {
  const { nthDays, monthDays } = rule;
  if (nthDays.length > 0) return nthDays.map((one) => nthDayOf(one, month)).toSorted(byNumber);
  return daysAt(month, monthDays.length === 0 ? [dateOfDay(first)] : monthDays);
}

/** Days of a month by their dates, negative ones from its end; dates that it does not have are left out. */
function daysAt(month: MonthNumber, dates: readonly number[]): readonly number[] {
  const length = monthLength(month);
  return dates
    .map((date) => (date > 0 ? date : length + 1 + date))
    .filter((date) => date >= 1 && date <= length)
    .map((date) => firstOfMonth(month) + date - 1)
    .toSorted(byNumber);
}

function nthDayOf({ nth, day }: NthDay, month: MonthNumber): number {
  const index = weekdays.indexOf(day);
  const begin = firstOfMonth(month);
  if (nth > 0) return begin + ((index - weekdayIndex(begin) + 7) % 7) + (nth - 1) * 7;
  const last = begin + monthLength(month) - 1;
  return last - ((weekdayIndex(last) - index + 7) % 7) + (nth + 1) * 7;
}

/** The first multiple of an interval that is not less. */
function stepsTo(distance: number, interval: number): number {
  return Math.ceil(distance / interval) * interval;
}

function byNumber(one: number, other: number): number {
  return one - other;
}

/** Zones of alarms that the server rings at another local time than they say: its rules of the zone are not the browser's. */
export function disputedZones(alarms: readonly Alarm[]): readonly string[] {
  const disputed = alarms.filter(({ nextTrigger, snoozedUntil, time, timezone }) => {
    const minutes = minutesOf(time);
    if (nextTrigger === null || snoozedUntil !== null) return false;
    if (minutes === null || !isKnownZone(timezone)) return false;
    const ring = Date.parse(nextTrigger);
    const day = Math.floor((ring + zoneOffset(ring, timezone)) / dayMs);
    // A gap moves a ring, perhaps past midnight, and so do other rules.
    const shifts = [day - 1, day, day + 1].map(
      (one) => ring - instantOf(one * dayMs + minutes * minuteMs, timezone),
    );
    return !shifts.includes(0) && shifts.some(isShiftOfRules);
  });
  return [...new Set(disputed.map(({ timezone }) => timezone))];
}

/** By so much the rules of a zone differ between two releases: by quarters of an hour, up to three hours. */
function isShiftOfRules(ms: number): boolean {
  return ms % (15 * minuteMs) === 0 && Math.abs(ms) <= 180 * minuteMs;
}
