// Computes the days of a recurrence rule, with the meaning of RFC 5545: weeks begin on Monday, intervals are counted
// from the first day's week, month or year, and a month without the day has none. Pure.
import { weekdays } from '../model/types';
import {
  dateOfDay,
  dayNumber,
  firstOfMonth,
  monthLength,
  monthOfDay,
  weekdayIndex,
  type MonthNumber,
} from '../model/calendar-day';
import type { NthDay, Recurrence } from '../model/recurrence';

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
