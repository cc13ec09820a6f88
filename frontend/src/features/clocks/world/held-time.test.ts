// The calculations of the held time, on days of 23, 24 and 25 hours.
import { expect, test } from 'vitest';
import { isoDay } from '../../../time/zone-offset';
import {
  atTime,
  movedTo,
  onDate,
  placeAtPart,
  placeByKey,
  placeInDay,
  citiesIn,
  instantIn,
  linkTo,
  withoutTime,
} from './held-time';

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
  expect(isoDay(at('2026-12-24T17:30:00Z'), 'Asia/Tokyo')).toBe('2026-12-25');
  expect(onDate('', summer, 'Asia/Tokyo')).toBeNull();
  expect(onDate('2026-13-40', summer, 'Asia/Tokyo')).toBeNull();
});

test.each(['0002-11-23', '0020-11-23', '0202-11-23', '2027-11-23'])(
  'the date %s, as when the digits of a year are typed, stays as it is',
  (date) => {
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu']) {
      const chosen = onDate(date, at('2026-11-23T09:15:00Z'), zone) ?? NaN;
      expect(isoDay(chosen, zone)).toBe(date);
    }
  },
);

test('a time of day is on the day of the instant, also when the clocks change', () => {
  const sunday = at('2026-10-25T10:00:00Z');
  expect(atTime('15:00', sunday, 'Europe/Berlin')).toBe(at('2026-10-25T14:00:00Z'));
  expect(atTime('00:30', sunday, 'Europe/Berlin')).toBe(at('2026-10-24T22:30:00Z'));
});

test.each([
  ['ArrowRight', 1164, 1170],
  ['ArrowUp', 1170, 1185],
  ['ArrowLeft', 1164, 1155],
  ['PageUp', 1164, 1215],
  ['PageDown', 30, 0],
  ['PageUp', 1410, 1425],
  ['Home', 1164, 0],
  ['End', 1164, 1425],
  ['Enter', 1164, null],
])('%s moves the hand from minute %i to %s', (key, from, to) => {
  expect(placeByKey(key, from, 1440)).toBe(to);
});

test.each([
  [0, 1440, 0],
  [0.5, 1440, 720],
  [0.504, 1440, 720],
  [0.506, 1440, 735],
  [1, 1440, 1425],
  [1.2, 1500, 1485],
  [-0.1, 1440, 0],
])('a pointer at %d of a day of %i minutes is at minute %i', (part, length, minute) => {
  expect(placeAtPart(part, length)).toBe(minute);
});

const now = at('2026-11-22T18:24:00Z');

test('a link contains the instant and the cities, and no other part of the query', () => {
  const page = 'https://time.example/digital-clock/en?x=1#y';
  const call = linkTo(at('2026-11-22T09:15:00Z'), page, ['berlin', 'Asia/Thimphu']);
  expect(call).toBe(
    'https://time.example/digital-clock/en?at=2026-11-22T09:15Z&cities=berlin,Asia/Thimphu',
  );
  expect(citiesIn(new URL(call).search)).toEqual(['berlin', 'Asia/Thimphu']);
  expect(withoutTime(new URL(call).search)).toBe('cities=berlin,Asia/Thimphu');
  expect(citiesIn('?cities=berlin,,berlin')).toEqual(['berlin']);
  expect(citiesIn('')).toEqual([]);
  const link = linkTo(at('2026-11-22T09:15:00Z'), page, []);
  expect(link).toBe('https://time.example/digital-clock/en?at=2026-11-22T09:15Z');
  expect(instantIn(new URL(link).search, now, 'Asia/Tokyo')).toBe(at('2026-11-22T09:15:00Z'));
  expect(instantIn('?at=15:00', now, 'Asia/Tokyo')).toBe(at('2026-11-23T06:00:00Z'));
});

test.each([
  '',
  '?at=',
  '?at=now',
  '?at=2026-11-22',
  '?at=2026-13-22T09:15Z',
  '?at=2027-02-31T10:00Z',
  '?at=2026-11-22T24:00Z',
  '?at=2026-11-22T09:15',
  '?at=24:00',
])('there is no instant in %j', (search) => {
  expect(instantIn(search, now, 'Asia/Tokyo')).toBeNull();
});
