// Local times that occur once, twice or never.
import { expect, test } from 'vitest';
import { instantOf } from './zone-offset';

test.each([
  ['Asia/Tokyo', '2026-01-15T07:00', '2026-01-14T22:00'],
  // Berlin shows 02:30 twice: the first counts. It skips 02:30 in March: an hour later by the clock.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
  // Cairo's clocks skip from midnight to 01:00, with which the day begins; Havana shows 00:30 twice.
  ['Africa/Cairo', '2026-04-24T00:00', '2026-04-23T22:00'],
  ['America/Havana', '2026-11-01T00:30', '2026-11-01T04:30'],
  // Samoa had no 30 December 2011.
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00'],
])('clocks of %s show %s at %s UTC', (zone, local, instant) => {
  expect(new Date(instantOf(Date.parse(`${local}Z`), zone)).toISOString()).toBe(
    `${instant}:00.000Z`,
  );
});
