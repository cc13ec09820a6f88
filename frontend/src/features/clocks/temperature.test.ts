// Temperatures as each language writes them.
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { languages, type LanguageCode } from '../../i18n/languages';
import { degreeText, temperatureText, temperatureUnits, unitSign } from './temperature';

test.each<[LanguageCode, string]>([
  ['en', '14°C'],
  ['ja', '14°C'],
  // Its degree sign stays between the number and the letter.
  ['ar', '14\u200f°م'],
  ['hi', '14°C'],
])('in %s', (locale, text) => {
  expect(temperatureText(createIntl({ locale }), 13.6, 'celsius')).toBe(text);
});

test.each([1, -1, 14])('%d degrees in Turkish have no space before the sign', (celsius) => {
  const text = temperatureText(createIntl({ locale: 'tr' }), celsius, 'celsius');
  expect(text).toBe(`${String(celsius).replace('-', '\u2212')}°C`);
});

test('a temperature is converted to the other unit', () => {
  expect(temperatureText(createIntl({ locale: 'en' }), -40, 'fahrenheit')).toBe('\u221240°F');
});

test('a temperature is never minus zero', () => {
  expect(degreeText(createIntl({ locale: 'en' }), -0.4, 'celsius')).toBe('0°');
});

test.each<[LanguageCode, string, string]>([
  ['en', '°C', '°F'],
  ['fr', '°C', '°F'],
  ['hi', '°C', '°F'],
  ['ar', '\u200f°م', '\u200f°ف'],
])('the sign alone in %s is the same as after a number', (locale, celsius, fahrenheit) => {
  const intl = createIntl({ locale });
  expect(unitSign(intl, 'celsius')).toBe(celsius);
  expect(unitSign(intl, 'fahrenheit')).toBe(fahrenheit);
});

test.each(languages.map(({ code }) => code))(
  'in %s a temperature is a number and the sign of the chosen unit',
  (locale) => {
    const intl = createIntl({ locale });
    const plain = (text: string) => text.replaceAll(/[\u00a0\u202f ]/g, '');
    for (const unit of temperatureUnits) {
      const figure = unit === 'celsius' ? '20' : '68';
      expect(plain(temperatureText(intl, 20, unit))).toBe(figure + plain(unitSign(intl, unit)));
    }
  },
);
