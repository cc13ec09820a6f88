// The parts of a time of day on a clock: hours and minutes in digits, and on a 12-hour clock am or pm; and times of day
// on the clock that the visitor has chosen.
import { type IntlShape, useIntl } from 'react-intl';
import { useMemo } from 'react';
import { withLatinDigits } from './messages';
import { useHourChoice } from '../settings/choices';
import { zoneOffset } from '../time/zone-offset';
import { minuteOf } from '../model/time-of-day';

export interface ClockParts {
  /** `19:28`, or `07:28` with a period. */
  readonly minutes: string;
  /** Am or pm in the language's words; null on a 24-hour clock. */
  readonly period: DayPeriod | null;
}

export interface DayPeriod {
  readonly text: string;
  /** Whether the language puts it before the digits. */
  readonly leads: boolean;
}

/** The parts of a clock with an offset from UTC in milliseconds. */
export function clockParts(
  intl: IntlShape,
  instant: number,
  offset: number,
  hour12: boolean,
): ClockParts {
  const local = instant + offset;
  return hour12
    ? { minutes: halfDayMinutes(intl.locale, local), period: dayPeriod(intl.locale, local) }
    : { minutes: minutes24.format(local), period: null };
}

/** `41`. */
export function secondDigits(instant: number): string {
  return String(Math.floor(instant / 1000) % 60).padStart(2, '0');
}

/** One format for all zones, since the offset is added to the instant. */
const minutes24 = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** How a language counts the hours of a half day: Japanese from zero, because `午前12:10` would be ambiguous. */
export function halfDayCycle(locale: string): 'h11' | 'h12' {
  return locale === 'ja' ? 'h11' : 'h12';
}

function halfDayMinutes(locale: string, local: number): string {
  const date = new Date(local);
  const hour = date.getUTCHours() % 12;
  const shown = hour === 0 && halfDayCycle(locale) === 'h12' ? 12 : hour;
  return [shown, date.getUTCMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

const halfDayFormats = new Map<string, Intl.DateTimeFormat>();

/** The parts of a time on a 12-hour clock, in the digits that the site's clocks have in every language. */
function halfDayParts(locale: string, local: number): Intl.DateTimeFormatPart[] {
  let format = halfDayFormats.get(locale);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(withLatinDigits(locale), {
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: halfDayCycle(locale),
      timeZone: 'UTC',
    });
    halfDayFormats.set(locale, format);
  }
  return format.formatToParts(local);
}

/** Am or pm of a time on a 12-hour clock. */
export function dayPeriod(locale: string, local: number): DayPeriod | null {
  const parts = halfDayParts(locale, local);
  const period = parts.findIndex(({ type }) => type === 'dayPeriod');
  const hour = parts.findIndex(({ type }) => type === 'hour');
  const text = parts[period]?.value;
  if (text === undefined) return null;
  return {
    text: quiet(periodWord(locale, text, new Date(local).getUTCHours())),
    leads: period < hour,
  };
}

/** Beside large digits, English am and pm are written small. */
function quiet(text: string): string {
  return text === 'AM' || text === 'PM' ? text.toLowerCase() : text;
}

/** Korean has words for parts of the day, which only some releases of CLDR contain. */
export function periodWord(locale: string, text: string, hour: number): string {
  if (locale !== 'ko') return text;
  return hour < 12 ? '오전' : '오후';
}

/**
 * `06:21`, or `6:21 AM`, within a text. In the language's order and words, but always with a colon, as on the site's
 * clocks; Indonesian would have a point.
 */
export function timeOfDayText(
  { locale }: { readonly locale: string },
  instant: number,
  offset: number,
  hour12: boolean,
): string {
  const local = instant + offset;
  if (!hour12) return minutes24.format(local);
  return halfDayParts(locale, local)
    .map(({ type, value }) => {
      if (type === 'dayPeriod') return periodWord(locale, value, new Date(local).getUTCHours());
      return value === '.' ? ':' : value;
    })
    .join('');
}

const hour12s = new Map<string, boolean>();

export function isHour12({ locale }: IntlShape): boolean {
  let known = hour12s.get(locale);
  if (known === undefined) {
    const format = new Intl.DateTimeFormat(locale, { hour: 'numeric' });
    known = format.resolvedOptions().hour12 ?? false;
    hour12s.set(locale, known);
  }
  return known;
}

export interface VisitorClock {
  readonly hour12: boolean;
  /** `07:28`, or `7:28 AM`, within a text. */
  readonly text: (instant: number, zone: string) => string;
  /** An instant in the parts of large digits. */
  readonly parts: (instant: number, zone: string) => ClockParts;
  /** A time of day such as `07:28`: within a text, and in parts. */
  readonly textOf: (time: string) => string;
  readonly partsOf: (time: string) => ClockParts;
}

/** 24 hours unless the visitor has chosen otherwise. */
export function useVisitorClock(): VisitorClock {
  const intl = useIntl();
  const hour12 = useHourChoice() === 'h12';
  return useMemo(
    () => ({
      hour12,
      text: (instant, zone) => timeOfDayText(intl, instant, zoneOffset(instant, zone), hour12),
      parts: (instant, zone) => clockParts(intl, instant, zoneOffset(instant, zone), hour12),
      textOf: (time) => timeOfDayText(intl, sinceMidnight(time), 0, hour12),
      partsOf: (time) => clockParts(intl, sinceMidnight(time), 0, hour12),
    }),
    [intl, hour12],
  );
}

function sinceMidnight(time: string): number {
  return minuteOf(time) * 60_000;
}
