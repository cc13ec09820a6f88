// Names of zones.
import { expect, test } from 'vitest';
import { isKnownZone, isSameZone } from './zone-identity';

test.each([
  ['Asia/Kolkata', 'Asia/Calcutta', true],
  ['Asia/Kathmandu', 'Asia/Katmandu', true],
  ['Europe/Berlin', 'Europe/Berlin', true],
  ['Europe/Berlin', 'Europe/Paris', false],
  ['Mars/Olympus', 'Mars/Olympus', true],
  ['Mars/Olympus', 'Europe/Berlin', false],
])('%s and %s', (one, other, same) => {
  expect(isSameZone(one, other)).toBe(same);
  expect(isSameZone(other, one)).toBe(same);
});

test('the browser knows zones by their names', () => {
  expect(['Asia/Tokyo', 'Mars/Olympus'].map(isKnownZone)).toEqual([true, false]);
});
