// The rule of an alarm: the part of RFC 5545's recurrence rules that the server knows. Pure.
import { weekdays, type Day, type Weekday } from './types';
import { dayNumber } from './calendar-day';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A weekday of a month: the first to the fourth, or the last (-1). */
export interface NthDay {
  readonly nth: number;
  readonly day: Weekday;
}

export interface Recurrence {
  readonly frequency: Frequency;
  /** Every how many days, weeks, months or years. */
  readonly interval: number;
  /** With `WEEKLY`; empty for the weekday of the first day. */
  readonly days: readonly Weekday[];
  /** With `MONTHLY`, and only without `monthDays`. */
  readonly nthDays: readonly NthDay[];
  /** With `MONTHLY`, negative ones from the month's end; empty for the day of the first day. */
  readonly monthDays: readonly number[];
  readonly until: Day | null;
}

export const mostInterval = 366;

/** Places of a weekday in its month, in the order in which they are chosen. */
export const places = [1, 2, 3, 4, -1] as const;

/** Parses a rule; null if this page does not know it. */
export function recurrenceOf(rule: unknown): Recurrence | null {
  if (typeof rule !== 'string') return null;
  const parts = new Map<string, string>();
  for (const part of rule.trim().toUpperCase().split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!knownParts.has(name) || parts.has(name) || value === '' || rest.length > 0) return null;
    parts.set(name, value);
  }
  const frequency = frequencies.find((one) => one === parts.get('FREQ'));
  const interval = numberOf(parts.get('INTERVAL') ?? '1', mostInterval);
  const until = untilOf(parts.get('UNTIL'));
  const byDay = listOf(parts.get('BYDAY'), nthDayOf);
  const monthDays = listOf(parts.get('BYMONTHDAY'), monthDayOf);
  if (frequency === undefined || interval === null || until === undefined) return null;
  if (byDay === null || monthDays === null) return null;
  const isMonthly = frequency === 'MONTHLY';
  const isFit =
    byDay.every(({ nth }) => (isMonthly ? nth !== 0 : frequency === 'WEEKLY' && nth === 0)) &&
    (monthDays.length === 0 || (isMonthly && byDay.length === 0));
  if (!isFit) return null;
  return {
    frequency,
    interval,
    days:
      frequency === 'WEEKLY' ? weekdays.filter((day) => byDay.some((one) => one.day === day)) : [],
    nthDays: isMonthly ? ordered(byDay) : [],
    monthDays: [...new Set(monthDays)].toSorted(fromTheBeginning),
    until,
  };
}

/** The rule as a text, in the normal form of the server. */
export function ruleOfRecurrence(recurrence: Recurrence): string {
  const { frequency, interval, days, nthDays, monthDays, until } = recurrence;
  const byDay = [
    ...days.map((day) => codeOf(day)),
    ...ordered(nthDays).map(({ nth, day }) => `${nth}${codeOf(day)}`),
  ];
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(byDay.length === 0 ? [] : [`BYDAY=${byDay.join()}`]),
    ...(monthDays.length === 0
      ? []
      : [`BYMONTHDAY=${[...new Set(monthDays)].toSorted(fromTheBeginning).join()}`]),
    ...(until === null ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';');
}

const knownParts: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYMONTHDAY',
  'UNTIL',
]);

function codeOf(day: Weekday): string {
  return day.slice(0, 2).toUpperCase();
}

function numberOf(text: string, most: number): number | null {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

/** Undefined for a text that is no day. */
function untilOf(text: string | undefined): Day | null | undefined {
  if (text === undefined) return null;
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const until = `${year}-${month}-${day}`;
  return dayNumber(until) === null ? undefined : until;
}

function nthDayOf(text: string): NthDay | null {
  const [, nth = '', code = ''] = /^([1-4]|-1)?([A-Z]{2})$/.exec(text) ?? [];
  const day = weekdays.find((one) => codeOf(one) === code);
  return day === undefined ? null : { nth: Number(nth), day };
}

function monthDayOf(text: string): number | null {
  const number = /^-?\d{1,2}$/.test(text) ? Number(text) : 0;
  return number !== 0 && Math.abs(number) <= 31 ? number : null;
}

/** The items of a list; none if it is absent, null if one cannot be read. */
function listOf<Item>(
  text: string | undefined,
  read: (item: string) => Item | null,
): readonly Item[] | null {
  if (text === undefined) return [];
  const items = text.split(',').map(read);
  const known = items.filter((item) => item !== null);
  return known.length === items.length ? known : null;
}

/** From the first to the last of the month, and from Monday on. */
function ordered(days: readonly NthDay[]): readonly NthDay[] {
  return places.flatMap((nth) =>
    weekdays
      .filter((day) => days.some((one) => one.nth === nth && one.day === day))
      .map((day) => ({ nth, day })),
  );
}

/** Days from the beginning of the month come before those from its end. */
function fromTheBeginning(one: number, other: number): number {
  return placeOf(one) - placeOf(other);
}

function placeOf(monthDay: number): number {
  return monthDay > 0 ? monthDay : 100 + monthDay;
}
