// How far off a device is, in words with figures that are worth saying.
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import english from '../../i18n/messages/en.json';
import { accuracyParts } from './device-accuracy';

const en = createIntl({ locale: 'en', messages: english });

test.each([
  [1200, 8, 'Your device is 1.2 s behind · corrected to ±8 ms'],
  [-1249, 7.2, 'Your device is 1.2 s ahead · corrected to ±8 ms'],
  [420_000, 12, 'Your device is 7 min behind · corrected to ±12 ms'],
  [-12_400, 12, 'Your device is 12 s ahead · corrected to ±12 ms'],
  [40, 8, 'Your device is on time · checked to ±8 ms'],
  [900, 1500, 'Your device is on time · checked to ±1.5 s'],
  [0, null, 'Your device’s time · no answer from the server yet'],
])('a device %d ms behind, known to %s ms', (deviceBehindMs, errorBoundMs, words) => {
  const source = errorBoundMs === null ? 'device' : 'server';
  const parts = accuracyParts(en, { source, deviceBehindMs, errorBoundMs });
  expect(parts.map((part) => part.replaceAll('\u00a0', ' '))).toEqual(words.split(' · '));
});
