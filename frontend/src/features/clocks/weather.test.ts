// Each condition of the weather has a text and an icon; temperatures are in the chosen unit.
import { readdirSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import {
  degreeText,
  temperatureText,
  conditionMessage,
  temperatureUnits,
  unitSign,
} from './weather';
import english from '../../i18n/messages/en.json';
import { languages, type LanguageCode } from '../../i18n/languages';

const en = createIntl({ locale: 'en', messages: english });

test.each([
  [14.2, 'celsius', '14°C', '14°'],
  [-0.4, 'celsius', '0°C', '0°'],
  [-12.5, 'celsius', '\u221212°C', '\u221212°'],
  [0, 'fahrenheit', '32°F', '32°'],
  [36.6, 'fahrenheit', '98°F', '98°'],
  [-40, 'fahrenheit', '\u221240°F', '\u221240°'],
] as const)('%d °C in %s is %s', (celsius, unit, whole, short) => {
  expect(temperatureText(en, celsius, unit)).toBe(whole);
  expect(degreeText(en, celsius, unit)).toBe(short);
});

test.each([0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82])(
  'code %d has a text',
  (code) => {
    expect(conditionMessage(code)).not.toBeNull();
  },
);

test.each([null, 4, 100])('%s is not a code of a forecast', (code) => {
  expect(conditionMessage(code)).toBeNull();
});

test('every icon exists for day and night', () => {
  const files = readdirSync('public/icons').filter((file) => file.startsWith('weather-'));
  const names =
    'clear partly-cloudy cloudy fog drizzle rain sleet snow showers snow-showers thunder';
  expect(files.sort()).toEqual(
    names
      .split(' ')
      .flatMap((name) => [`weather-${name}-day.svg`, `weather-${name}-night.svg`])
      .sort(),
  );
});

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
