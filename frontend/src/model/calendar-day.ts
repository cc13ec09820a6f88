// Arithmetic with days of the Gregorian calendar, as numbers of days since 1970-01-01, and the weeks of a month as rows
// of days. Pure.
import type { Day } from './types';
import { dayMs } from './time-of-day';

/** A month, counted from January of the year 0. */
export type MonthNumber = number;

/** The number of a day such as `2026-12-24`; null for a text that is no day. */
export function dayNumber(day: Day | null | undefined): number | null {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : at / dayMs;
}

/** The day with a number, as the API writes it. */
export function dayOfNumber(number: number): Day {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** The weekday of a day: 0 is Monday. */
export function weekdayIndex(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}

export function monthOfDay(number: number): MonthNumber {
  const date = new Date(number * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function firstOfMonth(month: MonthNumber): number {
  return Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / dayMs;
}

export function monthLength(month: MonthNumber): number {
  return firstOfMonth(month + 1) - firstOfMonth(month);
}

/** The day of the month of a day, from 1. */
export function dateOfDay(number: number): number {
  return number - firstOfMonth(monthOfDay(number)) + 1;
}

/** A day some months later; the last one of its month if the month is shorter. */
function monthsLater(number: number, months: number): number {
  const month = monthOfDay(number) + months;
  return firstOfMonth(month) + Math.min(dateOfDay(number), monthLength(month)) - 1;
}

/** Days are numbers; null where a week has days of another month. `firstWeekday` is 0 for Monday. */
export function weeksOf(
  month: MonthNumber,
  firstWeekday: number,
): readonly (readonly (number | null)[])[] {
  const first = firstOfMonth(month);
  const length = monthLength(month);
  const before = (weekdayIndex(first) - firstWeekday + 7) % 7;
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, column) => {
      const date = week * 7 + column - before;
      return date < 0 || date >= length ? null : first + date;
    }),
  );
}

/** The day to which a key moves; null for keys that move nowhere. */
export function dayMovedTo(
  key: string,
  day: number,
  firstWeekday: number,
  isRightToLeft: boolean,
): number | null {
  const column = (weekdayIndex(day) - firstWeekday + 7) % 7;
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return day + forward;
    case 'ArrowLeft':
      return day - forward;
    case 'ArrowDown':
      return day + 7;
    case 'ArrowUp':
      return day - 7;
    case 'Home':
      return day - column;
    case 'End':
      return day + 6 - column;
    case 'PageDown':
      return monthsLater(day, 1);
    case 'PageUp':
      return monthsLater(day, -1);
    default:
      return null;
  }
}
