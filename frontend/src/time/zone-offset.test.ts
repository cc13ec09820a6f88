// Known offsets of zones, and times of day in digits.
import { expect, test, describe } from 'vitest';
import { createIntl } from 'react-intl';
import { zoneOffset, clockText, minuteText } from './zone-offset';
import en from '../i18n/messages/en.json';
import ja from '../i18n/messages/ja.json';
import ru from '../i18n/messages/ru.json';
import { onWeekdayText } from '../i18n/date-text';
import { dateText } from '../i18n/long-date-text';

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

const english = createIntl({ locale: 'en', messages: en });
const japanese = createIntl({ locale: 'ja', messages: ja });
const russian = createIntl({ locale: 'ru', messages: ru });
const instant = Date.parse('2026-11-20T22:30:41Z');

describe('a time in a zone', () => {
  test.each([
    ['Asia/Tokyo', '07:30:41'],
    ['UTC', '22:30:41'],
    ['Asia/Kathmandu', '04:15:41'],
    ['America/St_Johns', '19:00:41'],
  ])('%s', (zone, expected) => {
    expect(clockText(instant, zone)).toBe(expected);
    expect(minuteText(instant, zone)).toBe(expected.slice(0, 5));
  });

  test('midnight is 00, not 24', () => {
    expect(clockText(Date.parse('2026-11-20T00:00:00Z'), 'UTC')).toBe('00:00:00');
  });

  test('the weekday and the date are those of the zone', () => {
    expect(onWeekdayText(english, instant, 'Asia/Tokyo')).toBe('Saturday');
    expect(onWeekdayText(english, instant, 'UTC')).toBe('Friday');
    expect(dateText(japanese, instant, 'Asia/Tokyo')).toBe('2026年11月21日土曜日');
  });

  test('a date begins with a capital letter, because it is on a line of its own', () => {
    expect(dateText(russian, instant, 'Asia/Tokyo')).toMatch(/^Суббота, 21 ноября/);
    expect(onWeekdayText(russian, instant, 'Asia/Tokyo')).toBe('в субботу');
  });
});
