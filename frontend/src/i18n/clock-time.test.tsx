// The digits of every city's clock compared with Intl's, the position of am and pm in each language, and times of day
// on the clock that the visitor has chosen.
import { readFileSync } from 'node:fs';
import { createIntl, IntlProvider } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { clockParts, isHour12, secondDigits, timeOfDayText, useVisitorClock } from './clock-time';
import type { LanguageCode } from './languages';
import { clockText, zoneOffset } from '../time/zone-offset';
import en from './messages/en.json';
import { useHourOptions } from './date-text';

const english = createIntl({ locale: 'en' });
const ja = createIntl({ locale: 'ja' });
const hours = 3_600_000;

test.each([
  ['2026-11-21T00:00:00Z', 0, '00:00', '12:00', 'am'],
  ['2026-11-21T00:59:59Z', 0, '00:59', '12:59', 'am'],
  ['2026-11-21T01:05:00Z', 0, '01:05', '01:05', 'am'],
  ['2026-11-21T11:59:00Z', 0, '11:59', '11:59', 'am'],
  ['2026-11-21T12:00:00Z', 0, '12:00', '12:00', 'pm'],
  ['2026-11-21T13:00:00Z', 0, '13:00', '01:00', 'pm'],
  ['2026-11-21T23:59:00Z', 0, '23:59', '11:59', 'pm'],
  ['2026-11-21T22:28:00Z', 9, '07:28', '07:28', 'am'],
  ['2026-11-21T22:28:00Z', -3.5, '18:58', '06:58', 'pm'],
])('%s at %d hours: %s, or %s %s', (instant, offset, day, half, period) => {
  const at = Date.parse(instant);
  expect(clockParts(english, at, offset * hours, false)).toEqual({ minutes: day, period: null });
  expect(clockParts(english, at, offset * hours, true)).toEqual({
    minutes: half,
    period: { text: period, leads: false },
  });
});

test('Japanese puts 午前 and 午後 before the time', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z');
  expect(clockParts(ja, noon, 0, true).period).toEqual({ text: '午後', leads: true });
  expect(clockParts(ja, noon - 1, 0, true).period).toEqual({ text: '午前', leads: true });
});

test('Japanese counts the hours of each half of the day from zero', () => {
  const noon = Date.parse('2026-11-21T12:10:00Z');
  expect(clockParts(ja, noon, 0, true).minutes).toBe('00:10');
  expect(clockParts(ja, noon, -hours, true).minutes).toBe('11:10');
  expect(clockParts(ja, noon, 12 * hours, true).minutes).toBe('00:10');
  expect(timeOfDayText(ja, noon, 0, true)).toBe('午後0:10');
  expect(timeOfDayText(ja, noon, 12 * hours, true)).toBe('午前0:10');
});

test('Korean puts 오전 and 오후 before the time', () => {
  const ko = createIntl({ locale: 'ko' });
  const noon = Date.parse('2026-11-21T12:00:00Z');
  expect(clockParts(ko, noon, 0, true).period).toEqual({ text: '오후', leads: true });
  expect(clockParts(ko, noon - 1, 0, true).period).toEqual({ text: '오전', leads: true });
  expect(clockParts(ko, noon, 12 * hours, true).period).toEqual({ text: '오전', leads: true });
});

describe('a time within a text', () => {
  const instant = Date.parse('2026-11-20T21:21:00Z');

  test.each<[LanguageCode, string, string]>([
    ['en', '06:21', '6:21 AM'],
    ['de', '06:21', '6:21 AM'],
    ['id', '06:21', '6:21 AM'],
    ['ja', '06:21', '午前6:21'],
    ['ko', '06:21', '오전 6:21'],
    ['ar', '06:21', '6:21 ص'],
    ['tr', '06:21', 'ÖÖ 6:21'],
  ])('in %s', (locale, day, half) => {
    const intl = createIntl({ locale });
    const text = (hour12: boolean) => timeOfDayText(intl, instant, 9 * hours, hour12);
    expect(text(false)).toBe(day);
    expect(text(true).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(half);
  });

  test.each<[LanguageCode, boolean]>([
    ['en', true],
    ['ko', true],
    ['ja', false],
    ['de', false],
    ['id', false],
  ])('the language %s has 12-hour clocks: %s', (locale, hour12) => {
    expect(isHour12(createIntl({ locale }))).toBe(hour12);
  });
});

describe('every zone of the catalogue', () => {
  const file = readFileSync('../config/cities.json', 'utf8');
  const { cities } = JSON.parse(file) as { cities: { zone: string }[] };
  const zones = [...new Set(cities.map(({ zone }) => zone))];

  test.each([
    '2026-01-01T00:00:00Z',
    '2026-03-08T09:59:59Z',
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-04-05T15:30:00Z',
    '2026-07-01T12:34:56Z',
    '2026-10-04T15:29:59Z',
    '2026-10-25T01:00:00Z',
    '2026-11-01T06:00:00Z',
    '2026-12-31T23:59:59Z',
  ])('shows at %s the same as Intl', (instant) => {
    const at = Date.parse(instant);
    const wrong = zones.filter((zone) => {
      const { minutes } = clockParts(english, at, zoneOffset(at, zone), false);
      return `${minutes}:${secondDigits(at)}` !== clockText(at, zone);
    });
    expect(zones.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});

const evening = Date.UTC(2026, 10, 20, 22, 5);

function inLanguage<Value>(locale: LanguageCode, hours: string, read: () => Value): Value {
  localStorage.setItem('hours:v1', JSON.stringify(hours));
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(IntlProvider, { locale, messages: en }, children);
  return renderHook(read, { wrapper }).result.current;
}

test.each<[LanguageCode, string, string, string]>([
  ['en', 'auto', '22:05', '00:30'],
  ['en', 'h24', '22:05', '00:30'],
  ['en', 'h12', '10:05 PM', '12:30 AM'],
  ['de', 'h12', '10:05 PM', '12:30 AM'],
  ['ja', 'h12', '午後10:05', '午前0:30'],
  ['ko', 'h12', '오후 10:05', '오전 12:30'],
])('in %s with %s it is %s, and %s half an hour after midnight', (language, hours, late, early) => {
  const clock = inLanguage(language, hours, useVisitorClock);
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(clock.text(evening, 'UTC'))).toBe(late);
  expect(plain(clock.textOf('00:30'))).toBe(early);
});

test('large digits have two-digit hours, with am or pm beside them', () => {
  const clock = inLanguage('en', 'h12', useVisitorClock);
  expect(clock.partsOf('07:05')).toEqual({
    minutes: '07:05',
    period: { text: 'am', leads: false },
  });
  expect(clock.parts(evening, 'Asia/Tokyo').minutes).toBe('07:05');
});

test.each([
  ['auto', { hourCycle: 'h23' }],
  ['h12', { hourCycle: 'h12' }],
  ['h24', { hourCycle: 'h23' }],
])('dates that `Intl` formats follow %s', (hours, options) => {
  expect(inLanguage('en', hours, useHourOptions)).toEqual(options);
});
