// The error of the device's clock in words, with sensibly rounded numbers.
import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { languageCodes, type LanguageCode } from '../../i18n/languages';
import arabic from '../../i18n/messages/ar.json';
import english from '../../i18n/messages/en.json';
import hindi from '../../i18n/messages/hi.json';
import indonesian from '../../i18n/messages/id.json';
import japanese from '../../i18n/messages/ja.json';
import { textWidth } from '../../testing/text-width';
import { accuracyParts } from './device-accuracy';

const en = createIntl({ locale: 'en', messages: english });

test.each([
  [1200, 8, 'Your device’s clock is 1.2 s slow · this page is accurate to within 8 ms'],
  [-1249, 7.2, 'Your device’s clock is 1.2 s fast · this page is accurate to within 8 ms'],
  [420_000, 12, 'Your device’s clock is 7 min slow · this page is accurate to within 12 ms'],
  [-12_400, 12, 'Your device’s clock is 12 s fast · this page is accurate to within 12 ms'],
  [40, 8, 'Your device’s clock is right · this page is accurate to within 8 ms'],
  [900, 1500, 'Your device’s clock is right · this page is accurate to within 1.5 s'],
  [0, null, 'Showing your device’s time · no answer from our server yet'],
])('a device %d ms behind, known to %s ms', (deviceBehindMs, errorBoundMs, words) => {
  const source = errorBoundMs === null ? 'device' : 'server';
  const parts = accuracyParts(en, { source, deviceBehindMs, errorBoundMs });
  expect(parts.map((part) => part.replaceAll('\u00a0', ' '))).toEqual(words.split(' · '));
});

test.each<[LanguageCode, Record<string, string>, string]>([
  ['ar', arabic, '8 ملي ثوانٍ'],
  ['hi', hindi, '8 मिलीसेकंड'],
  ['id', indonesian, '8 milidetik'],
  ['ja', japanese, '8ミリ秒'],
])('the unit of milliseconds in %s is written as a word', (locale, messages, bound) => {
  const intl = createIntl({ locale, messages });
  const sync = { source: 'server', deviceBehindMs: 0, errorBoundMs: 8 } as const;
  const [, checked] = accuracyParts(intl, sync);
  expect(checked.replaceAll('\u00a0', ' ')).toContain(bound);
});

/** The width of a line on a page 320 px wide. */
const narrowLine = 41;

test.each(languageCodes)('in %s each half fits in a line of the narrowest phone', (locale) => {
  const file = readFileSync(`src/i18n/messages/${locale}.json`, 'utf8');
  const intl = createIntl({ locale, messages: JSON.parse(file) as Record<string, string> });
  const halves = [0, 8800, -8800, null].flatMap((behindMs) =>
    accuracyParts(intl, {
      source: behindMs === null ? 'device' : 'server',
      deviceBehindMs: behindMs ?? 0,
      errorBoundMs: behindMs === null ? null : 88,
    }),
  );
  expect(halves.filter((half) => textWidth(half) > narrowLine)).toEqual([]);
});
