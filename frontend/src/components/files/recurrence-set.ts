// The days of a recurrence rule of RFC 5545 (3.3.10). ical.js parses rules, but its iterator has other days than the
// standard for some of them, and does not end for others. Days are numbers. Pure.
import {
  dateOfDay,
  firstOfMonth,
  monthLength,
  monthOfDay,
  weekdayIndex,
} from '../../model/calendar-day';
import { weekdays } from '../../model/types';
import type { Recur } from './calendar-parts';

type Parts = Readonly<Partial<Record<string, readonly (number | string)[]>>>;

/** Whether the days of a rule can be computed: those of rules by hours or week numbers cannot. */
export function isRuleOfDays({ freq, parts }: Recur): boolean {
  const known = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYDAY', 'BYSETPOS'];
  return freq in monthsOfPeriod && Object.keys(parts).every((part) => known.includes(part));
}

/** Days are searched by periods of the rule's frequency; a year and a month consist of months. */
const monthsOfPeriod: Readonly<Record<string, number>> = {
  DAILY: 0,
  WEEKLY: 0,
  MONTHLY: 1,
  YEARLY: 12,
};

/** The days of a rule that counts from a first day, not before `from` and not after `last`, in order. */
export function* daysOfRule(
  rule: Recur,
  first: number,
  from: number,
  last: number,
): Generator<number> {
  const parts = partsOf(rule, first);
  const begin = periodOf(rule, first);
  // A count begins with the first day.
  const skipped = rule.count ? 0 : Math.floor((periodOf(rule, from) - begin) / rule.interval);
  let period = begin + Math.max(0, skipped) * rule.interval;
  let count = 0;
  for (; startOfPeriod(rule, period) <= last; period += rule.interval) {
    const days = daysOfPeriod(rule, period, parts).filter((day) => matches(day, parts, rule.freq));
    const chosen = parts.BYSETPOS?.map((place) =>
      days.at(Number(place) > 0 ? Number(place) - 1 : Number(place)),
    );
    const shown = chosen === undefined ? days : days.filter((day) => chosen.includes(day));
    for (const day of shown) {
      if (day < first) continue;
      if (day > last || (rule.count && (count += 1) > rule.count)) return;
      if (day >= from) yield day;
    }
  }
}

/** The parts that restrict the days, with those that follow from the first day. */
function partsOf({ freq, parts }: Recur, first: number): Parts {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY } = parts as Parts;
  if (BYMONTHDAY ?? BYYEARDAY ?? BYDAY) return parts;
  if (freq === 'DAILY') return parts;
  if (freq === 'WEEKLY') return { ...parts, BYDAY: [codes[weekdayIndex(first)] ?? ''] };
  const months = freq === 'YEARLY' ? (BYMONTH ?? [(monthOfDay(first) % 12) + 1]) : BYMONTH;
  return {
    ...parts,
    ...(months !== undefined && { BYMONTH: months }),
    BYMONTHDAY: [dateOfDay(first)],
  };
}

const codes = weekdays.map((day) => day.slice(0, 2).toUpperCase());

/** The number of the day, week, month or year of a day, for steps of an interval. */
function periodOf({ freq, wkst }: Recur, day: number): number {
  if (freq === 'DAILY') return day;
  if (freq === 'WEEKLY') return Math.floor((day - firstWeekday(wkst)) / 7);
  return Math.floor(monthOfDay(day) / (monthsOfPeriod[freq] ?? 1));
}

function startOfPeriod({ freq, wkst }: Recur, period: number): number {
  if (freq === 'DAILY') return period;
  if (freq === 'WEEKLY') return period * 7 + firstWeekday(wkst);
  return firstOfMonth(period * (monthsOfPeriod[freq] ?? 1));
}

/** A day on which a week begins; the first of January 1970 was a Thursday, and ical.js counts from Sunday, from 1. */
function firstWeekday(wkst: number): number {
  return wkst - 5;
}

function daysOfPeriod(rule: Recur, period: number, { BYMONTH }: Parts): readonly number[] {
  const months = monthsOfPeriod[rule.freq] ?? 0;
  if (months === 0) {
    const start = startOfPeriod(rule, period);
    return Array.from({ length: rule.freq === 'DAILY' ? 1 : 7 }, (_, day) => start + day);
  }
  return Array.from({ length: months }, (_, month) => period * months + month)
    .filter((month) => BYMONTH === undefined || BYMONTH.includes((month % 12) + 1))
    .flatMap((month) =>
      Array.from({ length: monthLength(month) }, (_, day) => firstOfMonth(month) + day),
    );
}

function matches(day: number, parts: Parts, freq: string): boolean {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY } = parts;
  // "The second Monday" is one of the year unless the rule names months.
  const span = freq === 'YEARLY' && BYMONTH === undefined ? inYear : inMonth;
  return (
    (BYMONTH?.includes((monthOfDay(day) % 12) + 1) ?? true) &&
    (BYMONTHDAY?.some((one) => isPlace(Number(one), inMonth(day), 1)) ?? true) &&
    (BYYEARDAY?.some((one) => isPlace(Number(one), inYear(day), 1)) ?? true) &&
    (BYDAY?.some((one) => {
      const [, nth = '', code = ''] = /^([+-]?\d+)?(\w\w)$/.exec(String(one)) ?? [];
      if (codes[weekdayIndex(day)] !== code) return false;
      return nth === '' || isPlace(Number(nth), span(day), 7);
    }) ??
      true)
  );
}

/** The place of a day in a month or a year, from 1, and how many days that has. */
interface Place {
  readonly place: number;
  readonly of: number;
}

function inMonth(day: number): Place {
  return { place: dateOfDay(day), of: monthLength(monthOfDay(day)) };
}

function inYear(day: number): Place {
  const month = monthOfDay(day);
  const first = firstOfMonth(month - (month % 12));
  return { place: day - first + 1, of: firstOfMonth(month - (month % 12) + 12) - first };
}

/** Whether a day is the nth of a span, in steps of one day or of a week; negative from its end. */
function isPlace(nth: number, { place, of }: Place, step: number): boolean {
  const fromEnd = of - place;
  return nth > 0 ? Math.ceil(place / step) === nth : -Math.floor(fromEnd / step) - 1 === nth;
}
