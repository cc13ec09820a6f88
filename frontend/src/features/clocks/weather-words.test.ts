// Each condition of the weather has a text and an icon.
import { readdirSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { degreeText, temperatureText } from './temperature';
import { conditionMessage } from './weather-words';
import english from '../../i18n/messages/en.json';

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
