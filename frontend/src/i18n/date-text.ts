// Dates and days of the week as texts: besides the long date, which the home page needs alone, the only module in which
// `Intl` writes them.
import { type IntlShape, useIntl } from 'react-intl';
import type { DayRange } from '../model/days-off';
import { weekdays, type Day, type Weekday } from '../model/types';
import { dayMs } from '../model/time-of-day';
import { useHourChoice } from '../settings/choices';
import { halfDayCycle, periodWord } from './clock-time';
import { lineStart, dayIn, withOrdinal } from './long-date-text';
import { isoDay } from '../time/zone-offset';

type Format = Intl.DateTimeFormatOptions;

function yearIfOther(day: Day, today: Day): Format {
  return day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' };
}

/** `Thu, Dec 24`, with the year if it is not the present one: stands alone. */
export function dayText(intl: IntlShape, day: Day, today: Day): string {
  return dayIn(intl, Date.parse(day), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...yearIfOther(day, today),
  });
}

/** `Dec 24`, with the year if it is not the present one: also after a preposition, as no weekday has to be declined. */
export function shortDateText(intl: IntlShape, day: Day, today: Day): string {
  return dayIn(intl, Date.parse(day), {
    day: 'numeric',
    month: 'short',
    ...yearIfOther(day, today),
  });
}

/** `December 24, 2027`, with no abbreviation whose full stop would meet that of a sentence. */
export function fullDateText(intl: IntlShape, day: Day): string {
  return dayIn(intl, Date.parse(day), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** `December 24`, within a text about every year. */
export function yearlyDateText(intl: IntlShape, day: Day): string {
  return dayIn(intl, Date.parse(day), { day: 'numeric', month: 'long' });
}

/** `Fri, November 20` by a clock at `offset` from UTC, with a capital letter, because a line begins with it. */
export function cardDateText(intl: IntlShape, instant: number, offset: number): string {
  const date = dayIn(intl, instant + offset, { weekday: 'short', day: 'numeric', month: 'long' });
  return lineStart(date, intl.locale);
}

/** `Fri, Nov 20`, or `20 Fri` where there is no room for the month, of an instant in UTC; with a capital letter. */
export function scaleDateText(intl: IntlShape, utc: number, hasMonth: boolean): string {
  const date = dayIn(intl, utc, {
    weekday: 'short',
    day: 'numeric',
    ...(hasMonth && { month: 'short' }),
  });
  return lineStart(date, intl.locale);
}

/** `November 2026` of a day in it, with a capital letter, for a heading. */
export function monthText(intl: IntlShape, day: Day): string {
  return lineStart(dayIn(intl, Date.parse(day), { month: 'long', year: 'numeric' }), intl.locale);
}

/** `Nov 23, 2026` by the visitor's clock: the day on which something was recorded. */
export function recordedDayText(intl: IntlShape, instant: string): string {
  return withOrdinal(intl.formatDate(instant, { dateStyle: 'medium' }), intl.locale);
}

/** Between two days in languages in which CLDR writes ranges in figures alone. */
const rangeMarks: Readonly<Record<string, string>> = { ja: '〜', zh: '至' };

/** `Dec 24 – Jan 1`, with the year if it is not the present one. */
export function dayRangeText(intl: IntlShape, { from, to }: DayRange, today: Day): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (from === to) return dayText(intl, from, today);
  const format: Format = {
    day: 'numeric',
    month: 'short',
    ...([from, to].every((day) => day.slice(0, 4) === today.slice(0, 4))
      ? {}
      : { year: 'numeric' }),
  };
  const mark = rangeMarks[intl.locale];
  if (mark !== undefined) {
    return [first, last].map((day) => dayIn(intl, day, format)).join(mark);
  }
  const text = intl.formatDateTimeRange(first, last, { ...format, timeZone: 'UTC' });
  return withOrdinal(text, intl.locale);
}

/**
 * `November 23, 2026 at 9:09 PM`. Always with a colon, as on the site's clocks; Indonesian would have a point. Hindi has
 * no word for “o’clock” after am or pm; the article of a time in Spanish and Portuguese depends on its hour.
 */
export function dateTimeText(
  intl: IntlShape,
  instant: string | number,
  dateStyle: 'medium' | 'long',
  hours: HourOptions,
): string {
  const parts = intl.formatDateToParts(instant, { dateStyle, timeStyle: 'short', ...hours });
  const text = parts
    .map(({ type, value }, index) => {
      const next = parts[index + 1]?.type;
      if (type === 'dayPeriod') return periodWord(intl.locale, value, new Date(instant).getHours());
      if (type !== 'literal') return value;
      if (next === 'minute') return ':';
      if (next === 'hour' && /^(es|pt)$/.test(intl.locale)) return ', ';
      return next === undefined && parts[index - 1]?.type === 'dayPeriod' ? '' : value;
    })
    .join('');
  return withOrdinal(text, intl.locale);
}

export type HourOptions = Pick<Format, 'hourCycle'>;

/** Options of `Intl.DateTimeFormat` for the hours of the site's clocks: 24, unless the visitor has chosen 12. */
export function useHourOptions(): HourOptions {
  const { locale } = useIntl();
  return { hourCycle: useHourChoice() === 'h12' ? halfDayCycle(locale) : 'h23' };
}

/** The name of a day of the week, in the form that stands alone. */
export function nameOfDay(
  intl: IntlShape,
  day: Weekday,
  weekday: 'short' | 'narrow' | 'long',
): string {
  // The first of January 2024 was a Monday.
  return dayIn(intl, Date.UTC(2024, 0, 1 + weekdays.indexOf(day)), { weekday });
}

/** `Sat` in a zone. */
export function shortWeekdayText(intl: IntlShape, instant: number, timeZone: string): string {
  return nameOfDay(intl, weekdayOf(isoDay(instant, timeZone)), 'short');
}

/** `Saturday` in a zone, in the form that says when something happens: `в субботу`, `cumartesi günü`. */
export function onWeekdayText(intl: IntlShape, instant: number, timeZone: string): string {
  return onDay(intl, isoDay(instant, timeZone));
}

/** `Saturday` in a zone, as `onWeekdayText`; for an instant in a week or later `Thu, Dec 24`. */
export function comingDayText(
  intl: IntlShape,
  instant: number,
  now: number,
  timeZone: string,
): string {
  const [day, today] = [isoDay(instant, timeZone), isoDay(now, timeZone)];
  const isFar = Date.parse(day) - Date.parse(today) >= 7 * dayMs;
  return isFar ? dayText(intl, day, today) : onDay(intl, day);
}

/** `Mon`, of each of several weeks: `понедельникам`, `pazartesi`. */
export function eachWeekdayText(intl: IntlShape, day: Weekday): string {
  return intl.formatMessage({ id: 'day.each' }, { day, weekday: nameOfDay(intl, day, 'short') });
}

function onDay(intl: IntlShape, date: Day): string {
  const day = weekdayOf(date);
  return intl.formatMessage({ id: 'day.on' }, { day, weekday: nameOfDay(intl, day, 'long') });
}

function weekdayOf(date: Day): Weekday {
  return weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? 'mon';
}
