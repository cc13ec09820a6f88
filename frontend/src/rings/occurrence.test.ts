// The occurrences of rows and of events.
import { describe, expect, test } from 'vitest';
import type { Alarm, Timer } from '../model/types';
import { anAlarm, aTimer } from '../testing/rows';
import { announced, nextOfAlarm, nextOfTimer, snoozed } from './occurrence';

const due = Date.parse('2026-11-20T22:00:00Z');

describe('an alarm', () => {
  test.each<[string, Partial<Alarm>, string | null]>([
    ['rings at its next trigger', {}, `alarm:1:${String(due)}`],
    ['does not ring while it is off', { enabled: 0, nextTrigger: null }, null],
    ['does not ring while it is being switched on', { nextTrigger: null }, null],
  ])('%s', (_, changes, key) => {
    expect(nextOfAlarm(anAlarm(changes))?.key ?? null).toBe(key);
  });

  test.each<[string, Partial<Alarm>, string]>([
    ['is shown in its own zone', {}, '07:00'],
    ['shows the time of its snooze', { nextTrigger: '2026-11-20T22:05:00Z' }, '07:05'],
    ['shows midnight as 00:00', { nextTrigger: '2026-11-20T15:00:00Z' }, '00:00'],
    ['shows its own time if the zone is unknown here', { timezone: 'Mars/Olympus' }, '07:00'],
  ])('%s', (_, changes, time) => {
    expect(nextOfAlarm(anAlarm(changes))?.time).toBe(time);
  });

  test('is due after its interval when it is snoozed', () => {
    const ring = nextOfAlarm(anAlarm({ snoozeInterval: 9 }));
    expect(ring && snoozed(ring, due + 30_000).dueAt).toBe(due + 30_000 + 9 * 60_000);
  });
});

test.each<[string, Partial<Timer>, number | null]>([
  ['a running timer is due at its end', {}, due],
  ['a stopped timer is not due', { enabled: 0, endsAt: null }, null],
])('%s', (_, changes, dueAt) => {
  expect(nextOfTimer(aTimer(changes))[0]?.dueAt ?? null).toBe(dueAt);
});

test('an event has the same occurrence as the schedule', () => {
  const scheduledFor = '2026-11-20T22:00:00.000Z';
  const moved = anAlarm({ nextTrigger: '2026-11-21T22:00:00Z' });
  const over = aTimer({ enabled: 0, endsAt: null, remainingMs: 0 });
  expect(announced({ type: 'ALARM_TRIGGER', alarm: moved, scheduledFor, answered: null }).key).toBe(
    nextOfAlarm(anAlarm())?.key,
  );
  expect(announced({ type: 'TIMER_COMPLETE', timer: over, scheduledFor, answered: null }).key).toBe(
    nextOfTimer(aTimer())[0]?.key,
  );
});
