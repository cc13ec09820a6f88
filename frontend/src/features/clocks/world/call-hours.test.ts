// The strip of a call: hours of other zones in somebody's day, on days of a clock change, with half hours, over the date line.
import { describe, expect, test } from 'vitest';
import { localDay } from '../daylight';
import { dateChangesIn, hoursIn, kindAt, sharedHours } from './call-hours';

const dayOf = (date: string, zone: string) => localDay(Date.parse(date), zone);
const text = (instant: number) => new Date(instant).toISOString().slice(5, 16);
const written = (date: string, own: string, zone: string) =>
  hoursIn(dayOf(date, own), zone).map(({ kind, from }) => `${kind} ${text(from)}`);

describe('the hours of a zone in a day', () => {
  test('begin and end with the day, and have no gap', () => {
    const day = dayOf('2026-11-22T12:00Z', 'Asia/Tokyo');
    const hours = hoursIn(day, 'America/New_York');
    expect(hours.map(({ kind }) => kind)).toEqual(['work', 'awake', 'night', 'awake', 'work']);
    expect(hours[0]?.from).toBe(day.from);
    expect(hours.at(-1)?.until).toBe(day.until);
    for (const [index, { until }] of hours.slice(0, -1).entries())
      expect(hours[index + 1]?.from).toBe(until);
  });

  test('follow half hours and quarters', () => {
    expect(written('2026-11-22T12:00Z', 'UTC', 'Asia/Kolkata')).toEqual([
      'night 11-22T00:00',
      'awake 11-22T01:30',
      'work 11-22T03:30',
      'awake 11-22T11:30',
      'night 11-22T16:30',
    ]);
    expect(written('2026-11-22T12:00Z', 'UTC', 'Asia/Kathmandu')).toContain('work 11-22T03:15');
  });

  test('move by an hour where the clocks change', () => {
    // Berlin changes in the night to 25 October, New York a week later.
    expect(written('2026-10-24T12:00Z', 'UTC', 'Europe/Berlin')).toContain('work 10-24T07:00');
    expect(written('2026-10-25T12:00Z', 'UTC', 'Europe/Berlin')).toContain('work 10-25T08:00');
    expect(written('2026-10-31T12:00Z', 'UTC', 'America/New_York')).toContain('work 10-31T13:00');
    expect(written('2026-11-01T12:00Z', 'UTC', 'America/New_York')).toContain('work 11-01T14:00');
  });

  test('fill a day of 23 and one of 25 hours', () => {
    for (const [date, hours] of [
      ['2026-03-29T12:00Z', 23],
      ['2026-10-25T12:00Z', 25],
    ] as const) {
      const parts = hoursIn(dayOf(date, 'Europe/Berlin'), 'Europe/Berlin');
      expect(parts.map(({ kind }) => kind)).toEqual(['night', 'awake', 'work', 'awake', 'night']);
      const lengths = parts.map(({ from, until }) => (until - from) / 3_600_000);
      expect(lengths).toEqual([hours - 17, 2, 8, 5, 2]);
    }
  });
});

test('a date changes where it does, also beyond the date line and on a day that was left out', () => {
  const changes = (date: string, own: string, zone: string) =>
    dateChangesIn(dayOf(date, own), zone).map(text);
  expect(changes('2026-11-22T12:00Z', 'UTC', 'UTC')).toEqual([]);
  expect(changes('2026-11-22T12:00Z', 'Pacific/Kiritimati', 'Pacific/Honolulu')).toEqual([]);
  expect(changes('2026-11-22T12:00Z', 'Pacific/Auckland', 'Pacific/Honolulu')).toEqual([
    '11-23T10:00',
  ]);
  // Samoa had no 30 December 2011.
  expect(changes('2011-12-30T12:00Z', 'UTC', 'Pacific/Apia')).toEqual(['12-30T10:00']);
});

test('an instant is of one kind', () => {
  const at = Date.parse('2026-11-22T06:59Z');
  expect(kindAt(at, 'UTC')).toBe('night');
  expect(kindAt(at + 60_000, 'UTC')).toBe('awake');
  expect(kindAt(at, 'Asia/Tokyo')).toBe('work');
});

describe('hours that suit everybody', () => {
  const shared = (date: string, ...zones: string[]) => {
    const found = sharedHours(dayOf(date, zones[0] ?? ''), zones);
    return (
      found && [
        found.kind,
        ...found.ranges.map(({ from, until }) => `${text(from)}/${text(until)}`),
      ]
    );
  };

  test('are those in which all work', () => {
    expect(shared('2026-11-23T12:00Z', 'Europe/Berlin', 'America/New_York')).toEqual([
      'work',
      '11-23T14:00/11-23T16:00',
    ]);
  });

  test('or else those in which nobody sleeps', () => {
    expect(shared('2026-11-23T03:00Z', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York')).toEqual([
      'awake',
      '11-23T12:00/11-23T13:00',
    ]);
  });

  test('differ in the weeks in which the clocks have changed in one of two places', () => {
    expect(shared('2026-10-28T12:00Z', 'Europe/Berlin', 'America/New_York')).toEqual([
      'work',
      '10-28T13:00/10-28T16:00',
    ]);
  });

  test('there may be none', () => {
    expect(
      shared(
        '2026-11-23T12:00Z',
        'Asia/Tokyo',
        'America/Sao_Paulo',
        'America/Los_Angeles',
        'Europe/Moscow',
      ),
    ).toBeNull();
  });
});
