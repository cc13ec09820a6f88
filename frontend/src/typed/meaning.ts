// What the parts of a line mean at a moment: the time and the days of an alarm, the length of a timer. Pure.
//
// A 24-hour time in digits is read literally. A time without its half of the day on a 12-hour clock, or in words, has two
// readings.
import { ruleOf } from '../i18n/weekdays';
import {
  dayNumber,
  dayOfNumber,
  firstOfMonth,
  monthLength,
  monthOfDay,
  weekdayIndex,
} from '../model/calendar-day';
import { ruleOfRecurrence, type Recurrence } from '../model/recurrence';
import { timeOf } from '../model/time-of-day';
import { weekdays, type Day, type Repeat, type Weekday } from '../model/types';
import { daysOfRhythms } from './candidates';
import type { DayPart, LengthPart, RhythmPart, TimePart, When, Which } from './candidates';
import type { TypedDate } from './values';
import type { Hours } from './words';

/** The moment at which a line is typed, by the visitor's clock. */
export interface ReaderClock {
  readonly hour12: boolean;
  /** The present minute of the day; for the end of a timer with its seconds as a fraction. */
  readonly now: number;
  /** The present day, `2026-11-23`. */
  readonly today: Day;
}

export interface TypedRule {
  readonly repeat: Repeat;
  readonly days: readonly Weekday[];
  /** `2026-12-24`, or null. */
  readonly date: Day | null;
  /** With `rule`: the recurrence and its first day. */
  readonly rule?: string;
  readonly from?: Day;
}

export interface Meaning {
  /** `HH:mm`. */
  readonly time: string;
  /** Null if the text names none. */
  readonly rule: TypedRule | null;
}

const hourMinutes = 60;
const halfDay = 720;
const dayMinutes = 1440;

/** The meanings of a time and a day together, the likeliest first; none if they contradict each other. */
export function meaningsOf(
  whens: readonly When[],
  whiches: readonly Which[],
  clock: ReaderClock,
): readonly Meaning[] {
  const all = whens.flatMap((when) =>
    when.kind === 'length'
      ? lengthMeanings(when, whiches, clock)
      : (whiches.length === 0 ? [null] : whiches).flatMap((which) =>
          timeMeanings(when, which, clock),
        ),
  );
  if (all.length < 2) return all;
  const keys = all.map((one) => JSON.stringify(one));
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** A while from the present minute, in whole minutes, of less than a year. */
function lengthMeanings(
  { length }: LengthPart,
  whiches: readonly Which[],
  { now, today }: ReaderClock,
): Meaning[] {
  if (whiches.length > 0) return [];
  return length.seconds.flatMap((seconds) => {
    if (seconds < 60 || seconds % 60 !== 0 || seconds > 31_536_000) return [];
    const at = now + seconds / 60;
    const days = Math.floor(at / dayMinutes);
    // The next such time needs no date.
    const rule = seconds / 60 < dayMinutes ? null : once(later(today, days));
    return [{ time: timeOf(at), rule }];
  });
}

function timeMeanings(when: TimePart, which: Which | null, clock: ReaderClock): Meaning[] {
  const minutes = minutesOf(when, which, clock);
  const found = minutes.flatMap((minute) =>
    rulesOf(minute, which, clock, when.clock.isFixed).map((rule) => ({ minute, rule })),
  );
  // `this morning at 8`, typed in the evening.
  if (found.every(({ minute, rule }) => isOver(rule, minute, clock))) return [];
  return found.map(({ minute, rule }) => ({ time: timeOf(minute), rule }));
}

function isOver(rule: TypedRule | null, minute: number, { now, today }: ReaderClock): boolean {
  return (
    rule !== null &&
    rule.date !== null &&
    (rule.date < today || (rule.date === today && minute % dayMinutes <= now))
  );
}

/** Minutes from the beginning of the day, more than those of a day for hours after midnight; the likelier first. */
function minutesOf(
  { clock: said, parts, named }: TimePart,
  which: Which | null,
  clock: ReaderClock,
): number[] {
  const all = [...parts, ...(which?.parts ?? [])];
  const { hour, offsets, isFixed, isSpoken } = said;
  if (all.length > 0) {
    const [meant, ...others] = new Set(all.map((part) => hourIn(hour, part)));
    if (typeof meant !== 'number' || others.length > 0) return [];
    return offsets.map((offset) => meant * hourMinutes + offset);
  }
  // Indonesian `makan malam jam 7`, dinner at seven.
  const meant =
    named === undefined || isFixed || hour < 1 || hour > 12 ? null : hourIn(hour, named);
  if (meant !== null) return offsets.map((offset) => meant * hourMinutes + offset);
  // `today at 8`, typed in the evening; a weekday would be that of next week.
  const isPast =
    typeof which?.meaning !== 'string' &&
    isOnToday(which, clock) &&
    hour * hourMinutes + Math.max(...offsets) <= clock.now;
  const isOpen = !isFixed && hour >= 1 && hour <= 12 && (clock.hour12 || isSpoken || isPast);
  return offsets.flatMap((offset) => {
    const literal = hour * hourMinutes + offset;
    if (!isOpen) return [isFixed || hour >= 24 ? literal : (literal + dayMinutes) % dayMinutes];
    const early = ((((hour % 12) * hourMinutes + offset) % dayMinutes) + dayMinutes) % dayMinutes;
    const both = [early, (early + halfDay) % dayMinutes];
    return clock.hour12 || isPast
      ? likelierFirst(both, which, clock)
      : both.toSorted((one) => (one === (literal + dayMinutes) % dayMinutes ? -1 : 1));
  });
}

function isOnToday(which: Which | null, { today }: ReaderClock): boolean {
  return which?.kind === 'day' && firstDateOf(which, today) === today;
}

/** Without a day the next one; today the one that is still to come; on other days the one at which people are awake. */
function likelierFirst(both: readonly number[], which: Which | null, clock: ReaderClock): number[] {
  const { now } = clock;
  if (which === null || isOnToday(which, clock)) {
    const wait = (minute: number) => (minute - now - 1 + 2 * dayMinutes) % dayMinutes;
    return both.toSorted((one, other) => wait(one) - wait(other));
  }
  const isWaking = (minute: number) => minute >= 5 * hourMinutes && minute < 17 * hourMinutes;
  return both.toSorted((one, other) => Number(isWaking(other)) - Number(isWaking(one)));
}

/** The hour that is meant in a part of the day; null if it does not tell, as in `13 pm`. */
function hourIn(hour: number, [from, to]: Hours): number | null {
  if (hour > 12) {
    const isHalf = to - from >= 11;
    // `14 in the morning` is a contradiction.
    const own = [hour, hour + 24].find((one) => one >= from - 1 && one <= to + 1);
    return isHalf || own === undefined ? null : own;
  }
  const candidates = [0, 12, 24].map((added) => (hour % 12) + added).filter((one) => one < 30);
  const distances = candidates.map((one) => (one < from ? from - one : Math.max(0, one - to)));
  const nearest = Math.min(...distances);
  // `noon two pills` has no hour but its own.
  if (from === to && nearest > 0) return null;
  const [meant, ...others] = candidates.filter((_, at) => distances[at] === nearest);
  if (meant === undefined || nearest > nearbyHours) return null;
  // Of midnight before and after a day, the one before.
  return others.length === 0 ? meant : null;
}

/** Whether a time that has its half of the day is in a part of it: `6:30 morning run`. */
export function isInPart(
  { clock: { hour, isFixed, isSpoken }, parts }: TimePart,
  which: Which | null,
  [from, to]: Hours,
  hour12: boolean,
): boolean {
  const [part] = [...parts, ...(which?.parts ?? [])];
  const isLiteral = isFixed || hour > 12 || hour === 0 || !(hour12 || isSpoken);
  const meant = part !== undefined ? hourIn(hour, part) : isLiteral ? hour : null;
  return meant !== null && [meant, meant + 24].some((one) => one >= from && one <= to);
}

/** Whether an hour is in the parts of the day that a time and a day have: `midday 204` is none. */
export function isPossibleIn({ clock, parts }: TimePart, which: Which | null): boolean {
  const all = [...parts, ...(which?.parts ?? [])];
  if (all.length === 0) return true;
  const hours = new Set(all.map((part) => hourIn(clock.hour, part)));
  return hours.size === 1 && !hours.has(null);
}

/** `8 in the afternoon` is said of an hour that CLDR has in the evening. */
const nearbyHours = 3;

function rulesOf(
  minute: number,
  which: Which | null,
  clock: ReaderClock,
  isFixed: boolean,
): (TypedRule | null)[] {
  if (which === null) return [null];
  if (which.kind === 'day') return datesOf(which, minute, clock).map(once);
  const rules = rhythmOf(which, minute, clock);
  // On Fridays at 26 o'clock is on Saturdays; of `midnight on Fridays` nobody knows.
  if (minute < dayMinutes || which.meaning === 'daily') return rules;
  return isFixed ? [] : rules.flatMap(onNextDays);
}

/** A rhythm of weekdays, a day later; others are refused. */
function onNextDays({ repeat, days }: TypedRule): TypedRule[] {
  const all = daysOfRhythms.get(repeat) ?? days;
  return all.length === 0 || repeat === 'rule'
    ? []
    : weekly(all.map((day) => weekdays[(weekdays.indexOf(day) + 1) % weekdays.length] ?? day));
}

function once(date: Day): TypedRule {
  return { repeat: 'once', days: [], date };
}

function later(day: Day, days: number): Day {
  return dayOfNumber((dayNumber(day) ?? 0) + days);
}

/** The first day that is meant, whatever the time. */
function firstDateOf(which: DayPart, today: Day): Day | null {
  return datesOf(which, dayMinutes - 1, { hour12: false, now: 0, today })[0] ?? null;
}

/** The likelier first. */
function datesOf(which: DayPart, minute: number, { now, today }: ReaderClock): Day[] {
  const { meaning, weekday, count } = which;
  if (meaning === 'unknown') return [];
  const start = dayNumber(today) ?? 0;
  const over = Math.floor(minute / dayMinutes);
  const day = (number: number) => dayOfNumber(number + over);
  if (typeof meaning === 'number') {
    const number = start + meaning + (count ?? 0);
    // `tomorrow (Fri)`: another weekday contradicts.
    return weekday === null || weekdays[weekdayIndex(number)] === weekday ? [day(number)] : [];
  }
  if (typeof meaning === 'object') {
    if ('in' in meaning) return [day(start + meaning.in)];
    if ('month' in meaning) {
      const date = { ...meaning, year: null, isAmbiguous: false, weekday: null };
      return calendarDates(date, start).map((number) => day(number));
    }
    return calendarDates(meaning.date, start).map((number) => day(number));
  }
  const isAhead = minute > now;
  if (meaning === 'day of month') {
    // `Monday the 30th`: another weekday contradicts.
    return dayOfMonth(count ?? 0, isAhead ? start : start + 1)
      .filter((one) => weekday === null || weekdays[weekdayIndex(one)] === weekday)
      .map(day);
  }
  if (meaning === 'day of next month') {
    const month = monthOfDay(start) + 1;
    const date = count ?? 0;
    return date >= 1 && date <= monthLength(month) ? [day(firstOfMonth(month) + date - 1)] : [];
  }
  if (meaning === 'end of month') {
    const month = monthOfDay(start);
    return [day(firstOfMonth(month) + monthLength(month) - 1)];
  }
  const index = weekday === null ? 0 : weekdays.indexOf(weekday);
  const monday = start - weekdayIndex(start);
  const days = (index - weekdayIndex(start) + 7) % 7;
  const coming = start + (days === 0 && !isAhead ? 7 : days);
  switch (meaning) {
    case 'coming':
      return [day(coming)];
    case 'this week':
      return monday + index < start ? [] : [day(monday + index)];
    case 'next week':
      return [day(monday + 7 + index)];
    case 'week after next':
      return [day(monday + 14 + index)];
    case 'next': {
      const strictly = start + (days === 0 ? 7 : days);
      return [...new Set([day(monday + 7 + index), day(strictly)])];
    }
  }
}

/** The next year in which the date exists; none if there is no such day. */
function calendarDates(date: TypedDate, start: number): number[] {
  const { day, month, isAmbiguous } = date;
  const orders = [{ day, month }, ...(isAmbiguous ? [{ day: month, month: day }] : [])];
  return orders.flatMap((one) => {
    const found = calendarDate({ ...date, ...one }, start);
    return found === null ? [] : [found];
  });
}

/** 29 February is at most eight years away. */
const yearsAhead = 8;

function calendarDate({ day, month, year, weekday }: TypedDate, start: number): number | null {
  const present = Number(dayOfNumber(start).slice(0, 4));
  const years =
    year === null ? Array.from({ length: yearsAhead + 1 }, (_, add) => present + add) : [year];
  for (const one of years) {
    const text = [one, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
    const number = dayNumber(text);
    if (number === null || (year === null && number < start)) continue;
    return weekday === null || weekdays[weekdayIndex(number)] === weekday ? number : null;
  }
  return null;
}

/** The next day of a month with this number. */
function dayOfMonth(date: number, from: number): number[] {
  const month = monthOfDay(from);
  for (let add = 0; add < 3; add++) {
    const found = firstOfMonth(month + add) + date - 1;
    if (date >= 1 && date <= monthLength(month + add) && found >= from) return [found];
  }
  return [];
}

function rhythmOf(which: RhythmPart, minute: number, { now, today }: ReaderClock): TypedRule[] {
  const { meaning, days, count, nths, dates, date, items } = which;
  const start = dayNumber(today) ?? 0;
  const limit = (day: TypedDate | null) => (day === null ? null : calendarDate(day, start));
  const [from, until] = [limit(which.from), limit(which.until)];
  if ((from === null && which.from !== null) || (until === null && which.until !== null)) return [];
  const first = from ?? (minute % dayMinutes > now ? start : start + 1);
  const isLimited = from !== null || until !== null;
  const named = (repeat: Repeat, chosen: readonly Weekday[] = []): TypedRule => ({
    repeat,
    days: chosen,
    date: null,
  });
  const last = until === null ? null : dayOfNumber(until);
  const recurring = (parts: Partial<Recurrence>, begin: number): TypedRule[] => [
    {
      ...named('rule'),
      rule: ruleOfRecurrence({ ...onceAMonth, ...parts, until: last }),
      from: dayOfNumber(from ?? begin),
    },
  ];
  const everyWeeks = (interval: number) => {
    const indices =
      days.length > 0 ? days.map((day) => weekdays.indexOf(day)) : [weekdayIndex(first)];
    const begin = Math.min(
      ...indices.map((index) => first + ((index - weekdayIndex(first) + 7) % 7)),
    );
    if (interval === 1 && days.length > 0 && !isLimited) return weekly(days);
    return recurring(
      {
        frequency: 'WEEKLY',
        interval,
        days: days.length > 0 ? days : weekdays.filter((_, at) => at === weekdayIndex(first)),
      },
      begin,
    );
  };
  if (meaning === 'unknown') return [];
  if (typeof meaning === 'object') return weekly(meaning);
  switch (meaning) {
    case 'daily':
    case 'weekday':
    case 'weekend':
      return [named(meaning)];
    case 'days':
      if (days.length === 0) return [];
      return isLimited ? everyWeeks(1) : weekly(days);
    case 'no weekend':
    case 'other days':
      return days.length === 0 || isLimited
        ? []
        : weekly(weekdays.filter((day) => !days.includes(day)));
    case 'every second week':
      return everyWeeks(2);
    case 'every n weeks':
      return isInterval(count) ? everyWeeks(count) : [];
    case 'every second day':
      return recurring({ frequency: 'DAILY', interval: 2 }, first);
    case 'every n days':
      if (count === 1) return [named('daily')];
      return isInterval(count) ? recurring({ frequency: 'DAILY', interval: count }, first) : [];
    case 'nth day':
      if (nths.length === 0) return [];
      return recurring(
        { nthDays: nths.flatMap((nth) => days.map((day) => ({ nth, day }))) },
        first,
      );
    case 'date':
      return dates.length > 0 && dates.every((one) => one >= 1 && one <= 31)
        ? recurring({ monthDays: dates }, first)
        : [];
    case 'first date':
      return recurring({ monthDays: [1] }, first);
    case 'last date':
      return recurring({ monthDays: [-1] }, first);
    case 'monthly':
    case 'every second month': {
      const interval = meaning === 'monthly' ? (count ?? 1) : 2;
      const monthDays = items.filter((item) => typeof item === 'number');
      const nthDays = items.filter((item) => typeof item !== 'number');
      const isMixed = monthDays.length > 0 && nthDays.length > 0;
      if (items.length === 0 || isMixed || !isInterval(interval)) return [];
      return recurring({ interval, monthDays, nthDays }, first);
    }
    case 'yearly':
    case 'every second year': {
      const interval = meaning === 'yearly' ? (count ?? 1) : 2;
      const day = date === null ? null : calendarDate(date, from ?? start);
      if (day === null || !isInterval(interval)) return [];
      return recurring({ frequency: 'YEARLY', interval }, day);
    }
  }
}

const onceAMonth: Recurrence = {
  frequency: 'MONTHLY',
  interval: 1,
  days: [],
  nthDays: [],
  monthDays: [],
  until: null,
};

function weekly(days: readonly Weekday[]): TypedRule[] {
  return [{ ...ruleOf(days), date: null }];
}

function isInterval(count: number | null): count is number {
  return count !== null && Number.isInteger(count) && count >= 1 && count <= 366;
}

/** The seconds that a line of a timer means, the likelier first. */
export function secondsOf(whens: readonly When[], clock: ReaderClock): readonly number[] {
  const all = whens.flatMap((when) =>
    when.kind === 'length'
      ? when.length.seconds.map(Math.round)
      : minutesOf(when, null, clock).map((minute) => {
          const wait = (minute - clock.now + 2 * dayMinutes) % dayMinutes;
          return Math.round((wait === 0 ? dayMinutes : wait) * 60);
        }),
  );
  return [...new Set(all)];
}
