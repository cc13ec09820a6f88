// The 24-hour dial: where times of day are on it, the rings of the next day, and the quarters of an hour until the first.
import { describe, expect, test } from 'vitest';
import { anAlarm } from '../../testing/rows';
import { ringsOfDay, silentRingsOfDay, waitArc, partOfTime, timeAt, turnOf } from './day-dial';
import { timeOf } from '../../model/time-of-day';

const minute = Date.parse('2026-11-20T21:00:00Z');

describe('the rings of a day', () => {
  test('are those within 24 hours, sorted and without duplicates', () => {
    const alarms = [
      anAlarm({ nextTrigger: '2026-11-21T12:00:00Z' }),
      anAlarm({ nextTrigger: '2026-11-20T22:00:00Z' }),
      anAlarm({ nextTrigger: '2026-11-20T22:00:00Z' }),
      anAlarm({ nextTrigger: '2026-11-21T21:00:00Z' }),
      anAlarm({ nextTrigger: null }),
    ];
    const instants = ['2026-11-20T22:00:00Z', '2026-11-21T12:00:00Z'].map((at) => Date.parse(at));
    expect(ringsOfDay(alarms, minute)).toEqual(instants);
  });

  test('include a ring that is due in this minute', () => {
    expect(ringsOfDay([anAlarm({ nextTrigger: '2026-11-20T21:00:00Z' })], minute)).toEqual([
      minute,
    ]);
  });
});

describe('the silent rings of a day', () => {
  const daysOff = [{ from: '2026-11-21', to: '2026-11-22', label: 'Ski trip' }];
  // The ring after the days off is known already.
  const alarm = { time: '07:00', timezone: 'UTC', nextTrigger: '2026-11-23T07:00:00Z' } as const;

  test('are those on a day off, within 24 hours, without duplicates', () => {
    const alarms = [
      anAlarm({ ...alarm, repeat: 'daily' }),
      anAlarm({ ...alarm, repeat: 'daily' }),
      anAlarm({ ...alarm, repeat: 'daily', time: '22:00' }),
      anAlarm({ ...alarm, repeat: 'weekday' }),
    ];
    expect(silentRingsOfDay(alarms, daysOff, minute)).toEqual([Date.parse('2026-11-21T07:00:00Z')]);
  });

  test.each([
    ['the alarm is off', { enabled: 0 }],
    ['the alarm rings on days off', { daysOff: 'ring' }],
  ] as const)('are none where %s', (_, changes) => {
    const alarms = [anAlarm({ ...alarm, repeat: 'daily', ...changes })];
    expect(silentRingsOfDay(alarms, daysOff, minute)).toEqual([]);
  });
});

describe('the wait has a mark for each quarter of an hour', () => {
  const hour = 1 / 24;

  test.each([
    ['after now, up to the ring', 6 * hour, 7 * hour, 4],
    ['over midnight', 23 * hour, hour, 8],
    ['without the quarter that has begun', 6.1 * hour, 7 * hour, 4],
    ['except the present one if the wait is almost a whole day', 6 * hour, 6 * hour - 0.001, 95],
  ])('%s', (_, now, until, count) => {
    expect(waitArc(now, until).pathLength).toBe(count);
  });

  test('hours have marks of their own', () => {
    expect(waitArc(6.1 * hour, 9 * hour, 24).pathLength).toBe(3);
    expect(waitArc(6.1 * hour, 6.9 * hour, 24)).toEqual({ d: '' });
  });

  test('there is no mark if the ring is in the present quarter', () => {
    expect(waitArc(6.1 * hour, 6.2 * hour)).toEqual({ d: '' });
  });

  test('the marks are on the correct side of the dial', () => {
    // From noon, on top, to six in the evening, on the right.
    expect(waitArc(0.5, 0.75).d).toMatch(/^M3\.\d+ -92\.\d+A92\.5 92\.5 0 0 1 92\.\d+ 3\.\d+$/);
    expect(waitArc(0.5, 0.4).d).toContain(' 0 1 1 ');
  });
});

test('noon is at the top, and six in the evening at the right', () => {
  expect(turnOf(partOfTime('12:00'))).toBe(0);
  expect(turnOf(partOfTime('18:00'))).toBe(0.25);
  expect(turnOf(partOfTime('00:00'))).toBe(0.5);
});

test('a pointer on the dial means the nearest five minutes, and far from it the nearest minute', () => {
  for (let minute = 0; minute < 1440; minute++) {
    const time = timeOf(minute);
    const turn = turnOf(partOfTime(time));
    expect(timeAt({ turn, far: 1.4 })).toBe(time);
    expect(timeAt({ turn, far: 1 })).toBe(timeOf(Math.round(minute / 5) * 5));
  }
});
