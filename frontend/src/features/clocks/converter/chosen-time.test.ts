// The converter's calculations, on days of 23, 24 and 25 hours.
import { expect, test } from 'vitest';
import { dateIn, movedTo, onDate, placeInDay, roundedDown } from './chosen-time';
import { instantIn, linkTo } from './link';

const at = (text: string) => Date.parse(text);

test.each([
  ['2026-11-22T09:15:00Z', 'Asia/Tokyo', 1095, 1440],
  // Clocks go forward at 01:00 UTC.
  ['2026-03-29T10:00:00Z', 'Europe/Berlin', 660, 1380],
  ['2026-10-25T10:00:00Z', 'Europe/Berlin', 720, 1500],
  ['2026-11-22T00:00:00Z', 'Asia/Kathmandu', 345, 1440],
])('the position of %s in its day in %s', (instant, zone, minutes, length) => {
  expect(placeInDay(at(instant), zone)).toEqual({ minutes, length });
});

test('a position in the day is converted to an instant', () => {
  const morning = at('2026-10-25T10:00:00Z');
  expect(movedTo(0, morning, 'Europe/Berlin')).toBe(at('2026-10-24T22:00:00Z'));
  expect(movedTo(1_499, morning, 'Europe/Berlin')).toBe(at('2026-10-25T22:59:00Z'));
});

test('choosing another date keeps the time of day', () => {
  const summer = at('2026-07-01T16:30:00Z');
  expect(onDate('2026-12-24', summer, 'America/New_York')).toBe(at('2026-12-24T17:30:00Z'));
  expect(dateIn(at('2026-12-24T17:30:00Z'), 'Asia/Tokyo')).toBe('2026-12-25');
  expect(onDate('', summer, 'Asia/Tokyo')).toBeNull();
  expect(onDate('2026-13-40', summer, 'Asia/Tokyo')).toBeNull();
});

test.each(['0002-11-23', '0020-11-23', '0202-11-23', '2027-11-23'])(
  'the date %s, as when the digits of a year are typed, stays as it is',
  (date) => {
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu']) {
      const chosen = onDate(date, at('2026-11-23T09:15:00Z'), zone) ?? NaN;
      expect(dateIn(chosen, zone)).toBe(date);
    }
  },
);

test('the current time is rounded down to a quarter of an hour', () => {
  expect(roundedDown(at('2026-11-22T09:29:59.9Z'))).toBe(at('2026-11-22T09:15:00Z'));
});

test('a link contains the instant, and no other part of the query', () => {
  const link = linkTo(at('2026-11-22T09:15:00Z'), 'https://time.example/digital-clock/en?x=1#y');
  expect(link).toBe('https://time.example/digital-clock/en?at=2026-11-22T09:15Z');
  expect(instantIn(new URL(link).search)).toBe(at('2026-11-22T09:15:00Z'));
});

test.each([
  '',
  '?at=',
  '?at=now',
  '?at=2026-11-22',
  '?at=2026-13-22T09:15Z',
  '?at=2026-11-22T09:15',
])('there is no instant in %j', (search) => {
  expect(instantIn(search)).toBeNull();
});
