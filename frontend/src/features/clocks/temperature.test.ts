// Temperatures as each language writes them.
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import type { LanguageCode } from '../../i18n/languages';
import { degreeText, temperatureText } from './temperature';

test.each<[LanguageCode, string]>([
  ['en', '14°C'],
  ['ja', '14°C'],
  // Its sign is held between the figure and the letter.
  ['ar', '14\u200f°م'],
])('in %s', (locale, text) => {
  expect(temperatureText(createIntl({ locale }), 13.6, 'celsius')).toBe(text);
});

test.each([1, -1, 14])('%d degrees in Turkish stand beside their sign', (celsius) => {
  const text = temperatureText(createIntl({ locale: 'tr' }), celsius, 'celsius');
  expect(text).toBe(`${String(celsius).replace('-', '\u2212')}°C`);
});

test('in the other unit', () => {
  expect(temperatureText(createIntl({ locale: 'en' }), -40, 'fahrenheit')).toBe('\u221240°F');
});

test('beside one that has the unit there is never a minus zero', () => {
  expect(degreeText(createIntl({ locale: 'en' }), -0.4, 'celsius')).toBe('0°');
});
