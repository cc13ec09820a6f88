// How far off a device is, in words with figures that are worth saying.
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import english from '../../i18n/messages/en.json';
import { accuracyParts } from './device-accuracy';

const en = createIntl({ locale: 'en', messages: english });

test.each([
  [1200, 8, 'Your device’s clock is 1.2 s slow · accurate here to within 8 ms'],
  [-1249, 7.2, 'Your device’s clock is 1.2 s fast · accurate here to within 8 ms'],
  [420_000, 12, 'Your device’s clock is 7 min slow · accurate here to within 12 ms'],
  [-12_400, 12, 'Your device’s clock is 12 s fast · accurate here to within 12 ms'],
  [40, 8, 'Your device’s clock is right · accurate here to within 8 ms'],
  [900, 1500, 'Your device’s clock is right · accurate here to within 1.5 s'],
  [0, null, 'Showing your device’s time · no answer from our server yet'],
])('a device %d ms behind, known to %s ms', (deviceBehindMs, errorBoundMs, words) => {
  const source = errorBoundMs === null ? 'device' : 'server';
  const parts = accuracyParts(en, { source, deviceBehindMs, errorBoundMs });
  expect(parts.map((part) => part.replaceAll('\u00a0', ' '))).toEqual(words.split(' · '));
});
