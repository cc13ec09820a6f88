// What the site writes, it reads back: times, lengths, rules and dates in every language, on both clocks; and what was typed
// is never lost.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { timeOfDayText } from '../i18n/clock-time';
import { countdownText, lengthText, shortCountdownText } from '../i18n/duration-text';
import { languageCodes, type LanguageCode } from '../i18n/languages';
import { ruleText } from '../i18n/rule-text';
import { dayText, nameOfDay } from '../i18n/date-text';
import { daysText, ruleOf } from '../i18n/weekdays';
import { timeOf } from '../model/time-of-day';
import { repeats, weekdays } from '../model/types';
import { randomOf, type Random } from '../testing/random';
import { intlIn, readerIn } from '../testing/typed-reader';
import type { TypedReader } from './reader';

const clock = { hour12: false, now: 19 * 60 + 24, today: '2026-11-23' };
const clock12 = { ...clock, hour12: true };
const dayMs = 86_400_000;

vi.stubGlobal('navigator', { languages: [] });

describe.each(languageCodes)('in %s, the line reads back what the site writes:', (language) => {
  const intl = intlIn(language);
  let reader: TypedReader;

  beforeAll(async () => {
    reader = await readerIn(language);
  });

  /** The row of an alarm that is understood without a question. */
  function read(text: string, by = clock) {
    const { row, unclear } = reader.alarm(text, by);
    return unclear.length > 0 ? null : row;
  }

  test('every minute of the day, on both clocks', () => {
    const misread: string[] = [];
    for (let minute = 0; minute < 1440; minute++) {
      const check = (text: string, by: typeof clock) => {
        const { row, others, unclear } = reader.alarm(text, by);
        const isRead = row?.time === timeOf(minute) && row.rule === null && row.name === '';
        if (!isRead || others.length + unclear.length > 0) misread.push(text);
      };
      for (const by of [clock, clock12]) {
        // A time without its half of the day has two readings on a 12-hour clock.
        const isBare = by.hour12 && minute >= 60 && minute < 780;
        if (!isBare) check(timeOfDayText(intl, minute * 60_000, 0, false), by);
        check(timeOfDayText(intl, minute * 60_000, 0, true), by);
      }
    }
    expect(misread).toEqual([]);
  });

  test('every hour with the part of the day', () => {
    const format = new Intl.DateTimeFormat(language, {
      hour: 'numeric',
      hourCycle: 'h12',
      dayPeriod: 'long',
      timeZone: 'UTC',
    });
    const misread: string[] = [];
    for (let hour = 0; hour < 24; hour++) {
      const text = format.format(hour * 3_600_000);
      const row = read(text);
      if (row?.time !== timeOf(hour * 60) || row.name !== '') misread.push(`${hour}: ${text}`);
    }
    expect(misread).toEqual([]);
  });

  test('lengths in words and digits', () => {
    const random = randomOf(3);
    const lengths = [1, 2, 59, 60, 61, 120, 3599, 3600, 3661, 7200, 7320, 86_399];
    for (let count = 0; count < 100; count++) lengths.push(1 + random.below(86_399));
    const misread: string[] = [];
    for (const seconds of lengths) {
      for (const text of [
        lengthText(intl, seconds),
        countdownText(seconds),
        shortCountdownText(seconds),
      ]) {
        for (const name of ['', 'Xy 1']) {
          const { row, others, unclear } = reader.timer(`${text} ${name}`, clock);
          const isRead = row?.seconds === seconds && row.name === name;
          if (!isRead || others.length + unclear.length > 0) misread.push(`${text} ${name}`);
        }
      }
    }
    expect(misread).toEqual([]);
  });

  test('minutes as on the presets', () => {
    for (const value of [1, 2, 3, 5, 11, 30, 59]) {
      const text = intl.formatMessage({ id: 'timer.preset' }, { minutes: value });
      expect(reader.timer(text, clock).row, text).toEqual({ seconds: value * 60, name: '' });
    }
  });

  test('every rule, and every set of days', () => {
    const misread: string[] = [];
    const check = (text: string, rule: object) => {
      const row = read(`7:30 ${text} Xy`);
      const isRead = row?.time === '07:30' && row.name === 'Xy';
      if (!isRead || JSON.stringify(row.rule) !== JSON.stringify(rule)) misread.push(text);
    };
    for (const repeat of repeats) {
      if (repeat === 'days' || repeat === 'rule' || repeat === 'once') continue;
      const rule = { repeat, days: null, date: null, timezone: 'UTC', pausedUntil: null };
      const text = ruleText(intl, rule, Date.parse(clock.today), 'auto');
      check(text, { repeat, days: [], date: null });
    }
    for (let set = 1; set < 128; set++) {
      const days = weekdays.filter((_, index) => (set >> index) % 2 === 1);
      // A day alone is the next one, and not a rhythm.
      if (days.length > 1) check(daysText(intl, days), { ...ruleOf(days), date: null });
    }
    expect(misread).toEqual([]);
  });

  test('ranges of days', () => {
    const misread: string[] = [];
    for (const width of ['long', 'short'] as const) {
      for (const mark of ['-', '–', ' – ', '〜', '~', ' to ']) {
        const text = `${nameOfDay(intl, 'tue', width)}${mark}${nameOfDay(intl, 'thu', width)}`;
        const row = read(`7:00 ${text}`);
        if (row?.rule?.days.join() !== 'tue,wed,thu' || row.name !== '') misread.push(text);
      }
    }
    expect(misread).toEqual([]);
  });

  test('every date of a year, and of a later one', () => {
    const first = Date.parse(clock.today);
    const misread: string[] = [];
    for (let day = 0; day < 366; day++) {
      for (const instant of [first + day * dayMs, Date.UTC(2031, 0, 1 + (day % 365))]) {
        const date = new Date(instant).toISOString().slice(0, 10);
        const text = dayText(intl, date, clock.today);
        const row = read(`7:30 ${text} Xy`);
        if (row?.rule?.date !== date || row.name !== 'Xy') misread.push(text);
      }
    }
    expect(misread).toEqual([]);
  });
});

/** Texts of pieces that the reader knows in some language, and of any characters. */
function randomText(random: Random, language: LanguageCode): string {
  const intl = intlIn(language);
  const piece = () =>
    random.one([
      () => String(random.below(3000)),
      () => nameOfDay(intl, random.one(weekdays), random.one(['long', 'short'])),
      () =>
        random.one(['min', 'h', '半', 'half', 'every', '7:30', '12/24', 'Ab', '月', 'tomorrow']),
      () =>
        random.one([
          ':',
          '.',
          ' ',
          ' ',
          '-',
          '〜',
          '+',
          'pm',
          'a',
          ',',
          '(',
          '\u200f',
          '²',
          'ﷺ',
          '"',
        ]),
      () =>
        String.fromCodePoint(
          random.one([32, 0x660, 0x966, 0x3042, 0xac00, 0x1f600]) + random.below(80),
        ),
    ])();
  return Array.from({ length: 1 + random.below(8) }, piece).join('');
}

test('600 random texts are read without exceptions, and the words of the name are those that were typed', async () => {
  const random = randomOf(11);
  for (let count = 0; count < 600; count++) {
    const language = random.one(languageCodes);
    const text = randomText(random, language);
    const reader = await readerIn(language);
    for (const by of [clock, clock12]) {
      const { row, others } = reader.alarm(text, by);
      for (const one of row === null ? [] : [row, ...others]) {
        expect(one.time, text).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        expectTyped(text, one.name);
      }
    }
    const { row, others } = reader.timer(text, clock);
    for (const one of row === null ? [] : [row, ...others]) {
      expect(Number.isInteger(one.seconds), text).toBe(true);
      expectTyped(text, one.name);
    }
  }
});

function expectTyped(text: string, name: string): void {
  const typed = text.normalize('NFC');
  for (const word of name.split(/\s+/)) expect(typed, `${text}: ${name}`).toContain(word);
}
