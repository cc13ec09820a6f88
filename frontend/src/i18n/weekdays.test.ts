// Days of the week in several languages and countries.
import { createIntl } from 'react-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { languageCodes, type LanguageCode } from './languages';
import en from './messages/en.json';
import { weekdays, type Repeat, type Weekday } from '../model/types';
import { dayButtons, daysOf, daysText, ruleOf, weekOf, weekendOf } from './weekdays';

const RealLocale = Intl.Locale;
const intlOf = (locale: LanguageCode) => createIntl({ locale, messages: en });

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser with a language, with or without the browser's own information about weeks. */
function browserOf(tag: string, tells: boolean): void {
  vi.stubGlobal('navigator', { languages: [tag] });
  if (tells) return;
  vi.stubGlobal('Intl', {
    ...Intl,
    Locale: class {
      readonly region: string | undefined;
      constructor(tag: string) {
        this.region = new RealLocale(tag).maximize().region;
      }
      maximize() {
        return this;
      }
    },
  });
}

test.each<[string, Weekday]>([
  ['en-US', 'sun'],
  ['en-GB', 'mon'],
  ['ja', 'sun'],
  ['de', 'mon'],
  ['ar', 'sat'],
  ['ar-SA', 'sun'],
  ['pt-BR', 'sun'],
  ['fr-FR', 'mon'],
  ['fr-CA', 'sun'],
])('a week of %s begins on %s, whether the browser knows it or not', (tag, first) => {
  const language = tag.slice(0, 2);
  for (const tells of [true, false]) {
    browserOf(tag, tells);
    const week = weekOf(language);
    expect(week[0]).toBe(first);
    expect([...week].sort()).toEqual([...weekdays].sort());
    vi.unstubAllGlobals();
  }
});

test.each<[string, readonly Weekday[]]>([
  ['en-US', ['sat', 'sun']],
  ['de', ['sat', 'sun']],
  ['ar', ['fri', 'sat']],
  ['ar-AE', ['sat', 'sun']],
  ['ar-SA', ['fri', 'sat']],
  ['fa-AF', ['thu', 'fri']],
  ['fa-IR', ['fri']],
  ['hi', ['sun']],
  ['en-UG', ['sun']],
])('the weekend of %s is %j, whether the browser knows it or not', (tag, expected) => {
  for (const tells of [true, false]) {
    browserOf(tag, tells);
    expect(weekendOf(tag.slice(0, 2)).map((day) => weekdays[day])).toEqual(expected);
    vi.unstubAllGlobals();
  }
});

test('if the browser has another language, the week is that of the page’s language', () => {
  vi.stubGlobal('navigator', { languages: ['fr-FR'] });
  expect(weekOf('en')[0]).toBe('sun');
});

test('a week begins on the day chosen by the visitor', () => {
  browserOf('en-US', true);
  expect(weekOf('en', 'mon')[0]).toBe('mon');
  expect(weekOf('en', 'sat')).toEqual(['sat', 'sun', 'mon', 'tue', 'wed', 'thu', 'fri']);
  expect(daysText(intlOf('en'), ['mon', 'sun'], 'mon')).toBe('Mon, Sun');
});

test.each(languageCodes)('buttons in %s have seven short texts with full names', (code) => {
  const buttons = dayButtons(intlOf(code), weekdays);
  expect(new Set(buttons.map(({ name }) => name)).size).toBe(7);
  for (const { text } of buttons) expect(text).toMatch(/^.{1,5}$/u);
});

test.each<[LanguageCode, string]>([
  ['es', 'Lun'],
  ['fr', 'Lun'],
  ['ru', 'Пн'],
])('a button in %s begins with a capital letter, like all buttons: %s', (code, text) => {
  expect(dayButtons(intlOf(code), ['mon'])[0]).toMatchObject({ text });
});

test.each<[LanguageCode, string]>([
  ['en', 'Mon, Wed, Fri'],
  ['ja', '月、水、金'],
  ['de', 'Mo, Mi und Fr'],
  ['ar', 'الاثنين والأربعاء والجمعة'],
  ['ko', '월 수 금'],
])('chosen days in %s: %s', (code, expected) => {
  vi.stubGlobal('navigator', { languages: [code] });
  expect(daysText(intlOf(code), ['mon', 'wed', 'fri'])).toBe(expected);
});

test('chosen days are listed in the order of the reader’s week', () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  expect(daysText(intlOf('en'), ['mon', 'sun'])).toBe('Sun, Mon');
});

test.each<[readonly Weekday[], Repeat]>([
  [weekdays, 'daily'],
  [['fri', 'mon', 'tue', 'wed', 'thu'], 'weekday'],
  [['sun', 'sat'], 'weekend'],
  [[], 'once'],
  [['wed'], 'days'],
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'days'],
])('%j is the rule %s', (days, repeat) => {
  const rule = ruleOf(days);
  expect(rule.repeat).toBe(repeat);
  expect([...daysOf(rule.repeat, rule.days)].sort()).toEqual([...days].sort());
});
