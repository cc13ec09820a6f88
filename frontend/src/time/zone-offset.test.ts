// Known offsets of zones.
import { expect, test } from 'vitest';
import { zoneOffset } from './zone-offset';

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
  ['UTC', '0002-01-15T12:00:00Z', 0],
  // The last second before summer time in Berlin, and its first second.
  ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', 2],
])('%s at %s', (zone, instant, hours) => {
  expect(zoneOffset(Date.parse(instant), zone)).toBe(hours * 3_600_000);
});

test('a zone that the browser does not know has the offset of the device', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const instant = Date.parse(summer);
  expect(zoneOffset(instant, 'Mars/Olympus')).toBe(zoneOffset(instant, here));
});

test('fractions of a second do not matter', () => {
  expect(zoneOffset(Date.parse(winter) + 0.7, 'Asia/Tokyo')).toBe(9 * 3_600_000);
  expect(zoneOffset(-1, 'Asia/Tokyo')).toBe(9 * 3_600_000);
});

test.each(['Europe/Berlin', 'Africa/Casablanca', 'America/Caracas', 'Australia/Lord_Howe'])(
  '%s has the offset that its clock shows, each half hour of days with and without a change',
  (zone) => {
    const shown = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const offsetShown = (instant: number) => {
      const [, sign = '', hours = 0, minutes = 0] =
        /GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown.format(instant)) ?? [];
      return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
    };
    const months = ['2016-05-01', '2026-02-15', '2026-03-29', '2026-04-05', '2026-10-25'];
    for (const begin of months.map((day) => Date.parse(day) - 24 * 3_600_000)) {
      for (let step = 0; step < 3 * 48; step++) {
        const instant = begin + step * 30 * 60_000;
        expect([instant, zoneOffset(instant, zone)]).toEqual([instant, offsetShown(instant)]);
      }
    }
  },
);
