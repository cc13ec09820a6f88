// Durations in words and digits.
import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import {
  countdownText,
  waitInPhrase,
  lengthInPhrase,
  lengthText,
  shortCountdownText,
  waitText,
  stopwatchText,
} from './duration-text';
import { languageCodes, type LanguageCode } from './languages';
import ar from './messages/ar.json';
import de from './messages/de.json';
import en from './messages/en.json';
import hi from './messages/hi.json';
import id from './messages/id.json';
import ja from './messages/ja.json';

const english = createIntl({ locale: 'en', messages: en });
const japanese = createIntl({ locale: 'ja', messages: ja });

describe('a duration', () => {
  const minute = 60_000;
  test.each([
    [0, '1\u00a0min', '1分'],
    [1, '1\u00a0min', '1分'],
    [minute, '1\u00a0min', '1分'],
    [minute + 1, '2\u00a0min', '2分'],
    [60 * minute, '1\u00a0h', '1時間'],
    [(7 * 60 + 31) * minute + 19_000, '7\u00a0h 32\u00a0min', '7時間32分'],
    [24 * 60 * minute, '1\u00a0day', '1日'],
    [(2 * 24 + 18) * 60 * minute, '2\u00a0days 18\u00a0h', '2日18時間'],
  ])('of %i ms', (milliseconds, inEnglish, inJapanese) => {
    expect(waitInPhrase(english, milliseconds)).toBe(inEnglish);
    expect(waitInPhrase(japanese, milliseconds)).toBe(inJapanese);
    expect(waitText(english, milliseconds)).toBe(inEnglish);
    expect(waitText(japanese, milliseconds)).toBe(inJapanese);
  });

  test.each(languageCodes)('in %s has no zero parts', (locale) => {
    const intl = createIntl({ locale, messages: messagesOf(locale) });
    for (const minutes of [60, 120, 24 * 60, 48 * 60]) {
      expect(waitInPhrase(intl, minutes * minute)).not.toMatch(/(?<!\d)0|^\s|\s$/);
    }
    expect(waitInPhrase(intl, 61 * minute)).not.toBe(waitInPhrase(intl, 60 * minute));
    expect(waitInPhrase(intl, 25 * 60 * minute)).not.toBe(waitInPhrase(intl, 24 * 60 * minute));
  });

  test('has other words after “in” than alone', () => {
    const wait = (2 * 24 + 2) * 60 * minute;
    const [german, arabic] = [
      createIntl({ locale: 'de', messages: de }),
      createIntl({ locale: 'ar', messages: ar }),
    ];
    expect(waitInPhrase(german, wait)).toBe('2\u00a0Tagen 2\u00a0Std.');
    expect(waitText(german, wait)).toBe('2\u00a0Tage 2\u00a0Std.');
    expect(waitInPhrase(arabic, wait)).toBe('يومين وساعتين');
    expect(waitText(arabic, wait)).toBe('يومان وساعتان');
  });
});

test.each([
  [45, '45\u00a0s', '45秒'],
  [600, '10\u00a0min', '10分'],
  [5400, '1\u00a0h 30\u00a0min', '1時間30分'],
  [86399, '23\u00a0h 59\u00a0min 59\u00a0s', '23時間59分59秒'],
])('a length of %i s has no zero parts', (seconds, inEnglish, inJapanese) => {
  expect(lengthText(english, seconds)).toBe(inEnglish);
  expect(lengthText(japanese, seconds)).toBe(inJapanese);
});

test.each([
  ['ar', ar, 'ساعة واحدة و30\u00a0دقيقة و5\u00a0ثوانٍ'],
  ['de', de, '1\u00a0Std. 30\u00a0Min. 5\u00a0Sek.'],
  ['hi', hi, '1\u00a0घंटा 30\u00a0मिनट 5\u00a0सेकंड'],
  ['id', id, '1\u00a0jam 30\u00a0mnt 5\u00a0dtk'],
] as const)('a length in %s has no commas', (locale, messages, expected) => {
  expect(lengthText(createIntl({ locale, messages }), 5405)).toBe(expected);
});

test.each([
  ['ar', ar, 7200, 'ساعتان', 'ساعتين'],
  ['ar', ar, 120, 'دقيقتان', 'دقيقتين'],
  ['hi', hi, 3600, '1\u00a0घंटा', '1\u00a0घंटे'],
] as const)('a length in %s alone, and in a phrase', (locale, messages, seconds, alone, within) => {
  const intl = createIntl({ locale, messages });
  expect(lengthText(intl, seconds)).toBe(alone);
  expect(lengthInPhrase(intl, seconds)).toBe(within);
});

test.each([
  [0, '00:00:00'],
  [161, '00:02:41'],
  [86399, '23:59:59'],
])('a countdown of %i s', (seconds, expected) => {
  expect(countdownText(seconds)).toBe(expected);
});

function messagesOf(language: LanguageCode): Record<string, string> {
  const file = readFileSync(`src/i18n/messages/${language}.json`, 'utf8');
  return JSON.parse(file) as Record<string, string>;
}

test.each([
  [5, '0:05'],
  [161, '2:41'],
  [754, '12:34'],
  [3_761, '1:02:41'],
  [86_399, '23:59:59'],
])('a short countdown of %i s is %s', (seconds, text) => {
  expect(shortCountdownText(seconds)).toBe(text);
});

test.each([
  [0, '00:00.00'],
  [9.99, '00:00.00'],
  [10, '00:00.01'],
  [999.99, '00:00.99'],
  [1_000, '00:01.00'],
  [59_999, '00:59.99'],
  [60_000, '01:00.00'],
  [252_370, '04:12.37'],
  [5_999_990, '99:59.99'],
  [6_000_000, '1:40:00.00'],
  [86_400_000, '24:00:00.00'],
])('%d ms are %s', (milliseconds, expected) => {
  expect(stopwatchText(milliseconds)).toBe(expected);
});
