// What days, months, and halves and parts of the day are called: by the file of a language and by `Intl`. Pure.
import type { IntlShape } from 'react-intl';
import { dayPeriod } from '../i18n/clock-time';
import { nameOfDay } from '../i18n/date-text';
import { weekdays, type Weekday } from '../model/types';
import { folded } from './text';
import type { DayMeaning, Hours, Words } from './words';

export interface Half {
  readonly hours: Hours;
  /** A letter alone, `7p`: it counts only directly behind the digits, or at the end of the text. */
  readonly isLetter: boolean;
}

const hourMs = 3_600_000;
const hourNumbers = Array.from({ length: 24 }, (_, hour) => hour);
const morning: Hours = [0, 11];
const afternoon: Hours = [12, 23];

export function halvesOf(locale: string, { am = [], pm = [] }: Words): [string, Half][] {
  const texts = [
    [morning, ['am', ...am, dayPeriod(locale, 0)?.text ?? '']],
    [afternoon, ['pm', ...pm, dayPeriod(locale, 12 * hourMs)?.text ?? '']],
  ] as const;
  const words: [string, Half][] = texts.flatMap(([hours, list]) =>
    list.flatMap(withPoints).map((word): [string, Half] => [word, { hours, isLetter: false }]),
  );
  return [
    ...words,
    ['a', { hours: morning, isLetter: true }],
    ['p', { hours: afternoon, isLetter: true }],
  ];
}

/** CLDR has some of them also as parts of the day, for fewer hours. */
export function isHalf(word: string, halves: readonly (readonly [string, Half])[]): boolean {
  return halves.some(([half]) => folded(half) === folded(word));
}

/** `pm`, `p.m`, `p. m`, `p m` for each of them. */
function withPoints(half: string): string[] {
  const letters = Array.from(folded(half).replaceAll(/[. ]/g, ''));
  if (letters.length !== 2) return [half];
  return ['', '.', '. ', ' '].map((joint) => letters.join(joint));
}

/** The words of the file first, then those of CLDR with the hours that it has them for. */
export function partsOf(locale: string, { parts = {} }: Words): [string, Hours][] {
  const found = new Map<string, Set<number>>();
  for (const width of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      hourCycle: 'h12',
      dayPeriod: width,
      timeZone: 'UTC',
    });
    for (const hour of hourNumbers) {
      const part = format.formatToParts(hour * hourMs).find(({ type }) => type === 'dayPeriod');
      if (part !== undefined) found.set(part.value, (found.get(part.value) ?? new Set()).add(hour));
    }
  }
  const known = Array.from(found, ([word, hours]): [string, Hours] => {
    const first = hourNumbers.find((hour) => hours.has(hour) && !hours.has((hour + 23) % 24)) ?? 0;
    return [word, [first, first + hours.size - 1]];
  });
  return [...Object.entries(parts), ...known];
}

export function daysOf(intl: IntlShape, words: Words, isForeign: boolean): [string, Weekday][] {
  return weekdays.flatMap((day) => [
    ...(words.weekdays?.[day] ?? []).map((name): [string, Weekday] => [name, day]),
    [nameOfDay(intl, day, 'long'), day] as [string, Weekday],
    // `mon` is a word of other languages.
    ...(isForeign ? [] : [[nameOfDay(intl, day, 'short'), day] as [string, Weekday]]),
  ]);
}

/** Spanish `lunes`, and not German `Montag`. */
export function areDaysLower(intl: IntlShape): boolean {
  return /^\p{Ll}/u.test(nameOfDay(intl, 'mon', 'long'));
}

/** For lists and ranges: `L-V`, `月水金`, if each day has its own. */
export function shortestDaysOf(intl: IntlShape): [string, Weekday][] {
  const names = weekdays.map((day) => folded(nameOfDay(intl, day, 'narrow')));
  const short = weekdays.map((day): [string, Weekday] => [nameOfDay(intl, day, 'short'), day]);
  if (new Set(names).size < names.length) return short;
  return [...short, ...weekdays.map((day, index): [string, Weekday] => [names[index] ?? '', day])];
}

export function monthsOf(locale: string, { months = [] }: Words): [string, number][] {
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(locale, {
      month,
      day: 'numeric',
      weekday: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
  ]);
  return Array.from({ length: 12 }, (_, index) => index + 1).flatMap((month) => {
    const known = formats.flatMap((format) =>
      format
        .formatToParts(Date.UTC(2024, month - 1, 1))
        .filter(({ type, value }) => type === 'month' && !/\p{Nd}/u.test(value))
        .map(({ value }) => value),
    );
    return [...(months[month - 1] ?? []), ...known].map((name): [string, number] => [name, month]);
  });
}

export function relativeDays(locale: string): Record<string, DayMeaning> {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const known: Record<string, DayMeaning> = {};
  for (const day of [0, 1, 2]) {
    const word = format.format(day, 'day');
    if (!/\p{Nd}/u.test(word)) known[word] = day;
  }
  return known;
}
