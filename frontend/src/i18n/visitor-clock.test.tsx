// Times of day on the 12- or 24-hour clock that the visitor has chosen.
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import type { LanguageCode } from './languages';
import en from './messages/en.json';
import { useHourOptions } from './date-text';
import { useVisitorClock } from './visitor-clock';

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
  ['auto', {}],
  ['h12', { hourCycle: 'h12' }],
  ['h24', { hourCycle: 'h23' }],
])('dates that `Intl` formats follow %s', (hours, options) => {
  expect(inLanguage('en', hours, useHourOptions)).toEqual(options);
});
