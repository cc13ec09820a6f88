// Offsets of zones against what their clocks are known to show.
import { expect, test } from 'vitest';
import { instantOf, isKnownZone, zoneOffset } from './zone-offset';

const winter = '2026-01-15T12:00:00Z';
const summer = '2026-07-15T12:00:00Z';

test.each([
  ['Asia/Tokyo', winter, 9],
  ['Europe/London', winter, 0],
  ['Europe/London', summer, 1],
  ['America/New_York', winter, -5],
  ['America/New_York', summer, -4],
  ['Asia/Kathmandu', winter, 5.75],
  ['Australia/Eucla', winter, 8.75],
  ['Australia/Lord_Howe', winter, 11],
  ['Australia/Lord_Howe', summer, 10.5],
  ['America/St_Johns', winter, -3.5],
  ['Pacific/Chatham', winter, 13.75],
  ['Pacific/Kiritimati', winter, 14],
  ['Pacific/Pago_Pago', winter, -11],
  ['UTC', winter, 0],
  // The last second before and the first of summer time in Berlin.
  ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', 2],
])('%s at %s', (zone, instant, hours) => {
  expect(zoneOffset(Date.parse(instant), zone)).toBe(hours * 3_600_000);
});

test('clocks of a zone that the browser does not know show the time of the device', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const instant = Date.parse(summer);
  expect(zoneOffset(instant, 'Mars/Olympus')).toBe(zoneOffset(instant, here));
});

test('fractions of a second do not matter', () => {
  expect(zoneOffset(Date.parse(winter) + 0.7, 'Asia/Tokyo')).toBe(9 * 3_600_000);
  expect(zoneOffset(-1, 'Asia/Tokyo')).toBe(9 * 3_600_000);
});

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

test('zones are known by name', () => {
  expect(['Asia/Tokyo', 'Mars/Olympus'].map(isKnownZone)).toEqual([true, false]);
});
