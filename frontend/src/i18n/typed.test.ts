// What the site writes, it reads back: times, lengths, rules and dates in every language; and typed texts never get lost.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import { describe, expect, test, vi } from 'vitest';
import { repeats, weekdays, type Weekday } from '../model/types';
import { randomOf, type Random } from '../testing/random';
import { timeOfDayText } from './clock-time';
import { countdownText, lengthText, shortCountdownText } from './duration-text';
import { languageCodes, type LanguageCode } from './languages';
import { ruleText } from './rule-text';
import { dayText } from './time-text';
import { alarmWords, typedAlarm } from './typed-alarm';
import { lengthWords, typedTimer } from './typed-length';
import { daysText, ruleOf } from './weekdays';
import { timeOf } from '../model/time-of-day';

const clock = { hour12: false, now: 19 * 60 + 24, today: '2026-11-23' };
const clock12 = { ...clock, hour12: true };
const dayMs = 86_400_000;

vi.stubGlobal('navigator', { languages: [] });

const intls = byLanguage((locale) => {
  const file = join(import.meta.dirname, `messages/${locale}.json`);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return createIntl({ locale, messages });
});
const alarms = byLanguage((language) => alarmWords(intls[language]));

function byLanguage<Value>(make: (language: LanguageCode) => Value) {
  return Object.fromEntries(languageCodes.map((code) => [code, make(code)])) as Record<
    LanguageCode,
    Value
  >;
}

function read(language: LanguageCode, text: string, by = clock) {
  return typedAlarm(text, alarms[language], by);
}

function minutes(text: string, language: LanguageCode = 'en') {
  return typedTimer(text, lengthWords(intls[language]));
}

describe.each(languageCodes)('in %s, the line reads back what the site writes:', (language) => {
  test('every minute of the day, on both clocks', () => {
    const misread: string[] = [];
    for (let minute = 0; minute < 1440; minute++) {
      const expected = `${timeOf(minute)} null null`;
      const check = (text: string, by: typeof clock) => {
        const alarm = read(language, text, by);
        const seen = alarm && `${alarm.time} ${alarm.other} ${alarm.rule?.repeat ?? 'null'}`;
        if (seen !== expected || alarm?.name !== '') misread.push(text);
      };
      for (const by of [clock, clock12]) {
        // A time without its half of the day is the next one on a 12-hour clock.
        const isBare = by.hour12 && minute >= 60 && minute < 780;
        const text24 = timeOfDayText(intls[language], minute * 60_000, 0, false);
        if (!isBare) check(text24, by);
        check(timeOfDayText(intls[language], minute * 60_000, 0, true), by);
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
    const words = (hour: number) => {
      const parts = format.formatToParts(hour * 3_600_000);
      return parts.find(({ type }) => type === 'dayPeriod')?.value;
    };
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    for (const hour of hours) {
      // Noon and midnight.
      if (hours.filter((other) => words(other) === words(hour)).length === 1) continue;
      const text = format.format(hour * 3_600_000);
      expect(read(language, text), text).toMatchObject({ time: timeOf(hour * 60), name: '' });
    }
  });

  test('lengths in words and digits', () => {
    const random = randomOf(3);
    const lengths = [1, 2, 59, 60, 61, 120, 3599, 3600, 3661, 7200, 7320, 86_399];
    for (let count = 0; count < 300; count++) lengths.push(1 + random.below(86_399));
    const words = lengthWords(intls[language]);
    for (const seconds of lengths) {
      for (const text of [
        lengthText(intls[language], seconds),
        countdownText(seconds),
        shortCountdownText(seconds),
      ]) {
        expect(typedTimer(text, words), text).toEqual({ seconds, name: '' });
        expect(typedTimer(`${text} Ab 1`, words), text).toEqual({ seconds, name: 'Ab 1' });
      }
    }
  });

  test('minutes as on the presets', () => {
    for (const value of [1, 2, 3, 5, 11, 30, 59]) {
      const text = intls[language].formatMessage({ id: 'timer.preset' }, { minutes: value });
      expect(minutes(text, language), text).toEqual({ seconds: value * 60, name: '' });
    }
  });

  test('every rule, and every set of days', () => {
    const named = repeats.filter((repeat) => repeat !== 'days' && repeat !== 'rule');
    for (const repeat of named) {
      const rule = { repeat, days: null, date: null, timezone: 'UTC', pausedUntil: null };
      const text = ruleText(intls[language], rule, Date.parse(clock.today), 'auto');
      expect(read(language, `7:30 ${text} Ab`), text).toMatchObject({
        rule: { repeat, days: [], date: null },
        name: 'Ab',
      });
    }
    for (let set = 1; set < 128; set++) {
      const days = weekdays.filter((_, index) => (set >> index) % 2 === 1);
      const text = daysText(intls[language], days);
      expect(read(language, `7:30 ${text} Ab`), text).toEqual({
        time: '07:30',
        other: null,
        rule: { ...ruleOf(days), date: null },
        name: 'Ab',
      });
    }
  });

  test('ranges of days', () => {
    const name = (day: Weekday, weekday: 'long' | 'short') =>
      intls[language].formatDate(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)), {
        weekday,
        timeZone: 'UTC',
      });
    for (const width of ['long', 'short'] as const) {
      for (const mark of ['-', '–', ' – ', '〜', '~', ' to ']) {
        const text = `${name('tue', width)}${mark}${name('thu', width)}`;
        expect(read(language, `7 ${text}`), text).toMatchObject({
          rule: { repeat: 'days', days: ['tue', 'wed', 'thu'] },
          name: '',
        });
      }
    }
  });

  test('every date of a year, and of a later one', () => {
    const first = Date.parse(clock.today);
    const misread: string[] = [];
    for (let day = 0; day < 366; day++) {
      for (const instant of [first + day * dayMs, Date.UTC(2031, 0, 1 + day)]) {
        const date = new Date(instant).toISOString().slice(0, 10);
        const text = dayText(intls[language], date, clock.today);
        const alarm = read(language, `7:30 ${text} Ab`);
        if (alarm?.rule?.date !== date || alarm.name !== 'Ab') misread.push(text);
      }
    }
    expect(misread).toEqual([]);
  });
});

test.each([
  ['en', '7', '07:00'],
  ['en', '0', '00:00'],
  ['en', '730', '07:30'],
  ['en', '0730', '07:30'],
  ['en', '0700', '07:00'],
  ['en', '7:30', '07:30'],
  ['en', '7.30', '07:30'],
  ['fr', '7h30', '07:30'],
  ['fr', '7 h', '07:00'],
  ['en', '7H30', '07:30'],
  ['ja', '7時半', '07:30'],
  ['ja', '７時３０分', '07:30'],
  ['ja', '午後7時半', '19:30'],
  ['zh', '下午7点半', '19:30'],
  ['ko', '오후 7:30', '19:30'],
  ['ko', '7시 반', '07:30'],
  ['de', '19 Uhr 30', '19:30'],
  ['de', '7 Uhr', '07:00'],
  ['de', '7:30 Uhr', '07:30'],
  ['de', '19.30 Uhr', '19:30'],
  ['es', '7:30 h', '07:30'],
  ['es', '19:30h', '19:30'],
  ['ar', '٧:٣٠ م', '19:30'],
  ['en', '٧:٣٠', '07:30'],
  ['en', '1930', '19:30'],
  ['en', '7:30 pm', '19:30'],
  ['en', '7:30 P.M.', '19:30'],
  ['en', '730p', '19:30'],
  ['en', '7 p', '19:00'],
  ['en', '12 am', '00:00'],
  ['en', '12 pm', '12:00'],
  ['es', '7:30 p. m.', '19:30'],
  ['ja', '朝7時', '07:00'],
  ['ja', '夕方7時半', '19:30'],
  ['ja', '昼12時', '12:00'],
  ['ja', '夜12時', '00:00'],
  ['ja', '夜中の3時', '03:00'],
  ['zh', '晚上7点半', '19:30'],
  ['zh', '下午3时', '15:00'],
  ['ko', '저녁 7시 30분', '19:30'],
  ['en', '7 in the evening', '19:00'],
  ['en', '12 at night', '00:00'],
  ['es', '7:30 de la tarde', '19:30'],
  ['es', '2 de la madrugada', '02:00'],
  ['fr', '7h30 du soir', '19:30'],
  ['fr', "3h de l'après-midi", '15:00'],
  ['ar', '7 مساء', '19:00'],
  ['ar', '٧ مساءً', '19:00'],
  ['pt', '8 da noite', '20:00'],
  ['ru', '7 вечера', '19:00'],
  ['id', '7 malam', '19:00'],
  ['de', '7 Uhr abends', '19:00'],
  ['de', 'abends 20 Uhr', '20:00'],
  ['tr', 'akşam 7', '19:00'],
  ['hi', 'शाम 7', '19:00'],
  ['en', '+20', '19:44'],
  ['en', '+1h30', '20:54'],
  ['en', '+5:00', '19:29'],
] as const)('in %s, %s is %s', (language, text, time) => {
  expect(read(language, text)).toEqual({ time, other: null, rule: null, name: '' });
});

test.each(['25', '2460', '24:00', '7:60', '7:3', '7:', '13 pm', '7:30:15', '7,30', '7-30', '7 30'])(
  '%s is no time',
  (text) => {
    expect(read('en', text)).toBeNull();
    expect(read('en', text, clock12)).toBeNull();
  },
);

test('a part of the day may be a name where the language has it before the time, or be far from it', () => {
  expect(read('ja', '7 朝')).toMatchObject({ time: '07:00', name: '朝' });
  expect(read('ja', '7時 朝ごはん')).toMatchObject({ time: '07:00', name: '朝ごはん' });
  expect(read('zh', '下午3时开会')).toMatchObject({ time: '15:00', name: '开会' });
  expect(read('en', '9 in the morning, gym')).toMatchObject({ time: '09:00', name: 'gym' });
  expect(read('ja', '朝7時 平日 ゴミ')).toMatchObject({
    time: '07:00',
    rule: { repeat: 'weekday' },
    name: 'ゴミ',
  });
  for (const text of ['夕方11時', '朝20時', '夕方朝7時']) expect(read('ja', text), text).toBeNull();
});

test('a 12-hour clock takes the next occurrence of a time without its half, and knows the other', () => {
  expect(read('en', '7', clock12)).toMatchObject({ time: '07:00', other: '19:00' });
  expect(read('en', '7:30', clock12)).toMatchObject({ time: '19:30', other: '07:30' });
  expect(read('en', '7:24', clock12)).toMatchObject({ time: '07:24', other: '19:24' });
  expect(read('en', '12', clock12)).toMatchObject({ time: '00:00', other: '12:00' });
  expect(read('en', '1930', clock12)).toMatchObject({ time: '19:30', other: null });
  expect(read('en', '0:30', clock12)).toMatchObject({ time: '00:30', other: null });
  expect(read('en', '7a', clock12)).toMatchObject({ time: '07:00', other: null });
});

test('a language in which half eight is before eight has no word for it', () => {
  expect(read('de', 'halb 8')).toBeNull();
  expect(read('de', '8 halb')).toMatchObject({ time: '08:00', name: 'halb' });
});

const workdays = { repeat: 'weekday', days: [], date: null };

test.each([
  ['en', '7 mon-fri gym', workdays, 'gym'],
  ['en', '7 weekdays, Gym', workdays, 'Gym'],
  ['en', '7 every day', { repeat: 'daily', days: [], date: null }, ''],
  ['en', '7 fri-mon', { repeat: 'days', days: ['mon', 'fri', 'sat', 'sun'], date: null }, ''],
  [
    'en',
    '7 Mon, Wed and Fri Gym',
    { repeat: 'days', days: ['mon', 'wed', 'fri'], date: null },
    'Gym',
  ],
  ['en', '7 tomorrow', { repeat: 'once', days: [], date: '2026-11-24' }, ''],
  ['en', '7 24 dec', { repeat: 'once', days: [], date: '2026-12-24' }, ''],
  ['en', '7 dec 24 Eve', { repeat: 'once', days: [], date: '2026-12-24' }, 'Eve'],
  ['en', '7 2027-02-28', { repeat: 'once', days: [], date: '2027-02-28' }, ''],
  ['en', '7 22 nov', { repeat: 'once', days: [], date: '2027-11-22' }, ''],
  ['en', '7 24 dec 2026', { repeat: 'once', days: [], date: '2026-12-24' }, ''],
  ['en', '7 24 dec 2027 Eve', { repeat: 'once', days: [], date: '2027-12-24' }, 'Eve'],
  ['en', '7 December 24 2027', { repeat: 'once', days: [], date: '2027-12-24' }, ''],
  ['en', '7 22 nov 2026', { repeat: 'once', days: [], date: '2026-11-22' }, ''],
  ['en', '7 2027-02-30', null, '2027-02-30'],
  ['ja', '7時半 平日 ごみ', workdays, 'ごみ'],
  ['ja', '7時半 月〜金', workdays, ''],
  ['ja', '7時半 月水金', { repeat: 'days', days: ['mon', 'wed', 'fri'], date: null }, ''],
  ['ja', '7時半 月見', null, '月見'],
  ['ja', '7時半ごみ', null, 'ごみ'],
  ['ja', '7:30 12月24日', { repeat: 'once', days: [], date: '2026-12-24' }, ''],
  ['ko', '7:30 월~금 운동', workdays, '운동'],
  ['de', '7 Mo bis Fr', workdays, ''],
  ['de', '7:30 Uhr Mo-Fr Sport', workdays, 'Sport'],
  ['de', '7:30 Uhrwerk', null, 'Uhrwerk'],
  ['ru', '7 пн-пт', workdays, ''],
  ['fr', '7h lun. à ven. Sport', workdays, 'Sport'],
  ['en', '7 Monday’s run', { repeat: 'days', days: ['mon'], date: null }, '’s run'],
  ['en', '7 a cup of tea', null, 'a cup of tea'],
  ['en', '7 Sundae', null, 'Sundae'],
] as const)('in %s, %s has a rule and a name', (language, text, rule, name) => {
  expect(read(language, text)).toMatchObject({ rule, name });
});

test.each([
  ['7', 420],
  ['25', 1500],
  ['90', 5400],
  ['330', 210],
  ['730', 450],
  ['1930', 1170],
  ['3:30', 210],
  ['90:00', 5400],
  ['1:30:00', 5400],
  ['13000', 5400],
  ['1h30', 5400],
  ['1h30m15s', 5415],
  ['90m', 5400],
  ['90s', 90],
  ['4m', 240],
  ['1.5h', 5400],
  ['1,5 h', 5400],
  ['2 hours 5 minutes', 7500],
  ['٢٥', 1500],
  ['0', 0],
] as const)('a length of %s is %i seconds', (text, seconds) => {
  expect(minutes(text)).toEqual({ seconds, name: '' });
});

test.each(['', 'tea', '3:60', '375', '1:60:00', '1:30 h', '1h90', '1 h 30', '25 5', '3:3', '25x'])(
  '"%s" is no length',
  (text) => {
    expect(minutes(text)).toBeNull();
  },
);

test('lengths in other languages, and with a name', () => {
  expect(minutes('1時間30分', 'ja')).toEqual({ seconds: 5400, name: '' });
  expect(minutes('3分半', 'ja')).toEqual({ seconds: 180, name: '半' });
  expect(minutes('25 Eier, weich', 'de')).toEqual({ seconds: 1500, name: 'Eier, weich' });
  expect(minutes('330 tea')).toEqual({ seconds: 210, name: 'tea' });
});

/** Texts of pieces that the reader knows, and of any characters. */
function randomText(random: Random, language: LanguageCode): string {
  const words = alarms[language];
  const known = [
    ...words.rules.days.keys(),
    ...words.rules.rules.keys(),
    ...words.times.lengths.units.keys(),
  ];
  const piece = () =>
    random.one([
      () => String(random.below(3000)),
      () => random.one(known),
      () =>
        random.one([
          ':',
          '.',
          ' ',
          ' ',
          '-',
          '〜',
          '+',
          'h',
          '時',
          '半',
          'pm',
          'a',
          ',',
          '(',
          '\u200f',
          '²',
          'ﷺ',
        ]),
      () =>
        String.fromCodePoint(
          random.one([32, 0x660, 0x966, 0x3042, 0xac00, 0x1f600]) + random.below(80),
        ),
    ])();
  return Array.from({ length: 1 + random.below(8) }, piece).join('');
}

test('2,000 random texts are read without exceptions, and nothing in them gets lost', () => {
  const random = randomOf(11);
  for (let count = 0; count < 2000; count++) {
    const language = random.one(languageCodes);
    const text = randomText(random, language);
    for (const by of [clock, clock12]) {
      const alarm = read(language, text, by);
      if (alarm === null) continue;
      expect(alarm.time, text).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expectKept(language, text, alarm.name, (rest) => read(language, rest, by));
    }
    const timer = minutes(text, language);
    if (timer !== null) {
      expect(Number.isInteger(timer.seconds), text).toBe(true);
      expectKept(language, text, timer.name, (rest) => minutes(rest, language));
    }
  }
}, 60_000);

/** The name ends the text, and what stands before it means the same alone. */
function expectKept(
  language: LanguageCode,
  text: string,
  name: string,
  again: (rest: string) => { readonly name: string } | null,
): void {
  const typed = text.normalize('NFC').trim();
  expect(typed.endsWith(name), `${language}: ${text}`).toBe(true);
  const before = typed.slice(0, typed.length - name.length);
  expect(again(before)?.name, `${language}: ${text}`).toBe('');
}
