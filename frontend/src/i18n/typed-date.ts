// Reads a date at the beginning of a typed text, as the site writes it, or in the usual shorter forms: `24 dec`,
// `dec 24`, `12月24日`, `2026-12-24`. Pure.
//
// Formats the days to come in the reader's language, and looks up what was typed.
import type { IntlShape } from 'react-intl';
import { dayNumber, dayOfNumber } from '../model/calendar-day';
import { dayLater } from '../model/days-off';
import { dayText } from './time-text';
import { afterSpaces, endsWord, folded } from './typed-text';
import { dayMs } from '../model/time-of-day';

interface TypedDate {
  /** `2026-12-24`. */
  readonly date: string;
  readonly end: number;
}

/** The longest written date, in folded characters. */
const longest = 48;
/** The years of dates that a text may name. */
const lastYear = 2199;

/** The first day on or after `today` that a folded text names at a position; null if it names none. */
export function typedDate(
  intl: IntlShape,
  text: string,
  start: number,
  today: string,
): TypedDate | null {
  const rest = text.slice(start, start + longest);
  if (!/\d/.test(rest)) return null;
  const iso = isoDateAt(rest);
  if (iso !== null) return { date: iso.date, end: start + iso.end };
  const year = Number(/(?<!\d)2[01]\d\d(?!\d)/.exec(rest)?.[0] ?? 0);
  const dates = datesOf(intl, today);
  const dated = year >= Number(today.slice(0, 4)) && year <= lastYear ? datesIn(intl, year) : null;
  for (let end = rest.length; end > 0; end--) {
    if (!endsWord(rest, end) || /\s$/.test(rest.slice(0, end))) continue;
    const key = keyOf(rest.slice(0, end));
    const date = dated?.get(key) ?? dates.get(key);
    if (date !== undefined) return { date, end: start + afterPoint(rest, end) };
  }
  return null;
}

function isoDateAt(rest: string): TypedDate | null {
  const date = /^\d{4}-\d\d-\d\d/.exec(rest)?.[0];
  if (date === undefined || dayNumber(date) === null || !endsWord(rest, date.length)) return null;
  return { date, end: date.length };
}

/** The days of a year from today on, each in all its forms; of two equal forms the first day counts. */
function datesOf(intl: IntlShape, today: string): ReadonlyMap<string, string> {
  return remembered(`${intl.locale} ${today}`, () => {
    const dates = new Map<string, string>();
    for (let day = 0; day < 366; day++) {
      addForms(dates, intl, dayLater(today, day), today);
    }
    return dates;
  });
}

/** The days of a year, in the forms that name it. */
function datesIn(intl: IntlShape, year: number): ReadonlyMap<string, string> {
  return remembered(`${intl.locale} ${year}`, () => {
    const dates = new Map<string, string>();
    for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += dayMs) {
      const day = dayOfNumber(at / dayMs);
      addForm(dates, dayText(intl, day, ''), day);
      addForm(dates, format(intl, at, { month: 'long', year: 'numeric' }), day);
      addForm(dates, format(intl, at, { month: 'short', year: 'numeric' }), day);
      addNamedForms(dates, intl, day, ` ${year}`);
    }
    return dates;
  });
}

function addForms(dates: Map<string, string>, intl: IntlShape, day: string, today: string): void {
  addForm(dates, dayText(intl, day, today), day);
  addForm(dates, dayText(intl, day, day), day);
  for (const month of ['short', 'long'] as const) {
    addForm(dates, format(intl, Date.parse(day), { month }), day);
  }
  addNamedForms(dates, intl, day, '');
}

/** In either order, if the month has a name. */
function addNamedForms(
  dates: Map<string, string>,
  intl: IntlShape,
  day: string,
  year: string,
): void {
  const instant = Date.parse(day);
  for (const month of ['short', 'long'] as const) {
    const name = intl
      .formatDateToParts(instant, { day: 'numeric', month, timeZone: 'UTC' })
      .find(({ type }) => type === 'month')?.value;
    if (name === undefined || /\p{Nd}/u.test(name)) continue;
    const number = String(new Date(instant).getUTCDate());
    addForm(dates, `${number} ${name}${year}`, day);
    addForm(dates, `${name} ${number}${year}`, day);
  }
}

function addForm(dates: Map<string, string>, form: string, day: string): void {
  const key = keyOf(folded(form));
  if (!dates.has(key)) dates.set(key, day);
}

function format(intl: IntlShape, instant: number, options: Intl.DateTimeFormatOptions): string {
  return intl.formatDate(instant, { day: 'numeric', ...options, timeZone: 'UTC' });
}

/** Without punctuation, and with no spaces beside Chinese, Japanese and Korean characters. */
function keyOf(text: string): string {
  return text
    .replaceAll(/[\s.,،()]+/g, ' ')
    .replaceAll(/ ?([\p{Script=Han}\p{Script=Hangul}]) ?/gu, '$1')
    .trim();
}

function afterPoint(text: string, end: number): number {
  return afterSpaces(text, end) === end && /^[.)]/.test(text.slice(end)) ? end + 1 : end;
}

/** The latest tables: the reader goes through the same one with every key. */
const tables = new Map<string, ReadonlyMap<string, string>>();
const mostTables = 4;

function remembered(
  key: string,
  make: () => ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const table = tables.get(key) ?? make();
  if (tables.size >= mostTables && !tables.has(key)) tables.clear();
  tables.set(key, table);
  return table;
}
