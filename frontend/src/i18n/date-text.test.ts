// Dates and days of the week: what `Intl` writes otherwise than the site's clocks, and the forms that sentences need.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { intlIn } from '../testing/typed-reader';
import {
  dateTimeText,
  dayRangeText,
  dayText,
  fullDateText,
  recordedDayText,
  shortDateText,
  type HourOptions,
} from './date-text';
import type { LanguageCode } from './languages';

const evening = new Date(2026, 10, 23, 21, 9).toISOString();

test.each<[LanguageCode, 'medium' | 'long', HourOptions, string]>([
  ['en', 'long', {}, 'November 23, 2026 at 9:09 PM'],
  ['en', 'medium', { hourCycle: 'h23' }, 'Nov 23, 2026, 21:09'],
  ['hi', 'long', {}, '23 नवंबर 2026 को 9:09 pm'],
  ['hi', 'long', { hourCycle: 'h23' }, '23 नवंबर 2026 को 21:09 बजे'],
  ['hi', 'medium', {}, '23 नव॰ 2026, 9:09 pm'],
  ['id', 'long', {}, '23 November 2026 pukul 21:09'],
  ['id', 'medium', { hourCycle: 'h12' }, '23 Nov 2026, 09:09 PM'],
  ['tr', 'medium', { hourCycle: 'h12' }, '23 Kas 2026 ÖS 09:09'],
  ['ru', 'medium', {}, '23 нояб. 2026 г., 21:09'],
  ['ko', 'medium', {}, '2026. 11. 23. 오후 9:09'],
  ['es', 'long', {}, '23 de noviembre de 2026, 21:09'],
  ['pt', 'long', {}, '23 de novembro de 2026, 21:09'],
])('%s, %s, %j: %s', (locale, dateStyle, hours, text) => {
  const written = dateTimeText(createIntl({ locale }), evening, dateStyle, hours);
  expect(written.replaceAll(/\s/g, ' ')).toBe(text);
});

test.each<[LanguageCode, string, string]>([
  ['fr', '1er janv. 2027', 'ven. 1er janv. 2027'],
  ['pt', '1º de jan. de 2027', 'sex., 1º de jan. de 2027'],
  ['es', '1 ene 2027', 'vie, 1 ene 2027'],
  ['ja', '2027年1月1日', '2027年1月1日（金）'],
])('in %s the first of January is %s', (language, short, day) => {
  const intl = intlIn(language);
  expect(shortDateText(intl, '2027-01-01', '2026-11-23')).toBe(short);
  expect(dayText(intl, '2027-01-01', '2026-11-23')).toBe(day);
});

test('only the first of a month is an ordinal number', () => {
  const intl = intlIn('fr');
  expect(dayText(intl, '2026-11-11', '2026-11-23')).toBe('mer. 11 nov.');
  expect(recordedDayText(intl, '2021-11-21T12:00:00Z')).toBe('21 nov. 2021');
  expect(dateTimeText(intl, new Date(2026, 11, 1, 1, 1).toISOString(), 'medium', {})).toBe(
    '1er déc. 2026, 01:01',
  );
});

test.each<[LanguageCode, string, string]>([
  ['ja', '12月24日〜12月26日', '2026年12月24日〜2027年1月1日'],
  ['zh', '12月24日至12月26日', '2026年12月24日至2027年1月1日'],
  ['fr', '24–26 déc.', '24 déc. 2026 – 1er janv. 2027'],
  ['de', '24.–26. Dez.', '24. Dez. 2026 – 1. Jan. 2027'],
])('ranges of days in %s: %s', (language, near, far) => {
  const text = (to: string) =>
    dayRangeText(intlIn(language), { from: '2026-12-24', to, label: '' }, '2026-11-23');
  expect(text('2026-12-26').replaceAll(/\s/g, ' ')).toBe(near);
  expect(text('2027-01-01').replaceAll(/\s/g, ' ')).toBe(far);
});

test.each<[LanguageCode, string]>([
  ['ru', 'Повторяющиеся события показаны по 1 декабря 2027 г. включительно. '],
  ['fr', 'Les événements qui se répètent sont affichés jusqu’au 1er décembre 2027. '],
  ['pt', 'Os eventos que se repetem aparecem até 1º de dezembro de 2027. '],
])('no two full stops meet in %s', (language, sentence) => {
  const intl = intlIn(language);
  const text = intl.formatMessage(
    { id: 'daysOff.lastDay' },
    { day: fullDateText(intl, '2027-12-01') },
  );
  expect(text.slice(0, sentence.length)).toBe(sentence);
});

const dateModules = [join('i18n', 'date-text.ts'), join('i18n', 'long-date-text.ts')];

test('no other module has a date written', () => {
  const others = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      !dateModules.includes(file) &&
      /\b(formatDate|formatDateToParts|formatDateTimeRange)\b|<FormattedDate/.test(
        readFileSync(join('src', file), 'utf8'),
      ),
  );
  expect(others).toEqual([]);
});
