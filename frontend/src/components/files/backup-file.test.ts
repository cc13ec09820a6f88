// Files of "Download my data" of this version and older ones, and their comparison with the existing rows.
import { expect, test } from 'vitest';
import type { Alarm } from '../../model/types';
import { anAlarm, aTimer } from '../../testing/rows';
import { backupContents } from './backup-file';
import { type FileError, previewOf } from './contents';

const now = Date.parse('2026-11-21T04:00:00Z');
const nothing = { alarms: [], timers: [], daysOff: [], cities: [], runs: [] };
let keys = 0;
const newKey = () => String((keys += 1));

function contents(file: object) {
  return backupContents(JSON.stringify({ alarms: [], timers: [], ...file }), now);
}

function without(row: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)));
}

function faultOf(text: string): string {
  try {
    backupContents(text, now);
    return 'none';
  } catch (failure) {
    return (failure as FileError).fault;
  }
}

test.each([
  ['{"alarms":[],"timers":[{"id', 'damaged'],
  ['Dear diary', 'unknown'],
  ['[]', 'unknown'],
  ['null', 'unknown'],
  ['{"alarms":[]}', 'unknown'],
  ['{"alarms":{},"timers":[]}', 'unknown'],
  ['{"alarms":[],"timers":[]}', 'none'],
])('%s is %s', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('an alarm is restored with its rule, sound, snooze, pause and switch', () => {
  const days = ['mon', 'thu'] as const;
  const chosen = anAlarm({ repeat: 'days', days, label: 'Gym', sound: 'dawn', enabled: 0 });
  const paused = anAlarm({ snoozeInterval: 9, pausedUntil: '2026-12-01' });
  const unpaused = anAlarm({ time: '08:00', pausedUntil: '2026-11-21' });
  const { alarms, leftOut } = contents({ alarms: [chosen, paused, unpaused] });
  expect(leftOut).toEqual([]);
  const defaults = {
    time: '07:00',
    timezone: 'Asia/Tokyo',
    sound: 'default',
    enabled: 1,
    label: null,
  };
  expect(alarms.map(({ draft }) => draft)).toEqual([
    {
      ...defaults,
      repeat: 'days',
      days,
      label: 'Gym',
      sound: 'dawn',
      enabled: 0,
      snoozeInterval: 5,
    },
    { ...defaults, repeat: 'daily', snoozeInterval: 9, pausedUntil: '2026-12-01' },
    { ...defaults, time: '08:00', repeat: 'daily', snoozeInterval: 5 },
  ]);
});

test('an alarm is restored with its skipped ring if that is still the next one', () => {
  const skips = (skipped: string, changes: Partial<Alarm> = {}) =>
    anAlarm({ label: skipped, skipped, ...changes });
  const { alarms } = contents({
    alarms: [
      skips('2026-11-21T22:00:00Z'),
      skips('2026-12-01T22:00:00.000Z', { pausedUntil: '2026-12-02' }),
      // In the past, at another time of day, the end of a snooze, or of an alarm that is off.
      skips('2026-11-20T22:00:00Z'),
      skips('2026-11-21T22:00:00Z', { time: '08:00' }),
      skips('2026-11-21T04:03:00Z'),
      skips('2026-11-21T22:00:00Z', { enabled: 0 }),
    ],
  });
  expect(alarms.map(({ skipped }) => skipped)).toEqual([
    '2026-11-21T22:00:00Z',
    '2026-12-01T22:00:00.000Z',
    null,
    null,
    null,
    null,
  ]);
});

test('a one-time alarm is restored only if its ring is in the future', () => {
  const once = { repeat: 'once', date: null } as const;
  const { alarms, leftOut } = contents({
    alarms: [
      anAlarm({ ...once, label: 'Rang', nextTrigger: '2026-11-20T22:00:00Z' }),
      anAlarm({ ...once, label: 'Rings', nextTrigger: '2026-11-21T22:00:00Z' }),
      anAlarm({ ...once, label: 'Over', date: '2026-11-20' }),
      anAlarm({ ...once, label: 'Christmas', date: '2026-12-24' }),
    ],
  });
  expect(alarms.map(({ draft }) => [draft.label, draft.enabled, draft.date])).toEqual([
    ['Rang', 0, undefined],
    ['Rings', 1, undefined],
    ['Christmas', 1, '2026-12-24'],
  ]);
  expect(leftOut).toEqual([{ name: '07:00 Over', reason: 'over' }]);
});

test('a timer is restored stopped, with its whole duration and its steps', () => {
  const steps = [
    { seconds: 1500, label: 'Focus' },
    { seconds: 300, label: null },
  ];
  const { timers } = contents({
    timers: [
      aTimer({ totalSeconds: 3725, label: 'Bread', sound: 'pulse', remainingMs: 1 }),
      aTimer({ totalSeconds: 7200, steps, rounds: 4, step: 2 }),
    ],
  });
  expect(timers).toEqual([
    { label: 'Bread', sound: 'pulse', totalSeconds: 3725, hours: 1, minutes: 2, seconds: 5 },
    { label: null, sound: 'default', totalSeconds: 7200, steps, rounds: 4 },
  ]);
});

test('a file of an older version is read, and unknown values of a newer one are left out', () => {
  const older = without(anAlarm(), ['days', 'date', 'pausedUntil']);
  const olderTimer = without(aTimer(), ['steps', 'rounds', 'step']);
  const { alarms, timers, cities, runs, leftOut } = contents({
    alarms: [
      older,
      anAlarm({ label: 'Moon', repeat: 'lunar' as never }),
      anAlarm({ time: '25:00' }),
      anAlarm({ label: 'Nowhere', timezone: 'Mars/Olympus' }),
      anAlarm({ label: 'No days', repeat: 'days', days: [] }),
      anAlarm({ label: 'Bells', sound: 'carillon' as never }),
      7,
    ],
    timers: [olderTimer, aTimer({ totalSeconds: 100_000 })],
    cities: [{ key: 'tokyo' }, { key: 'lima', name: null }, { name: 'x' }],
    stopwatchRuns: [{ savedAt: 1, elapsed: 10, name: '', lapTotals: [] }, { savedAt: 'now' }],
  });
  expect(alarms.map(({ draft }) => [draft.label, draft.sound])).toEqual([
    [null, 'default'],
    ['Bells', 'default'],
  ]);
  expect(timers).toHaveLength(1);
  expect(cities).toEqual([
    { key: 'tokyo', name: '' },
    { key: 'lima', name: '' },
  ]);
  expect(runs).toHaveLength(1);
  expect(leftOut.map(({ name, reason }) => `${reason} ${name}`.trim())).toEqual([
    'unreadable 07:00 Moon',
    'unreadable 25:00',
    'unreadable 07:00 Nowhere',
    'unreadable 07:00 No days',
    'unreadable',
    'unreadable',
    'unreadable',
    'unreadable',
  ]);
});

test('existing items and duplicates in the file are not offered', () => {
  const steps = [{ seconds: 60, label: 'Work' }];
  const run = { savedAt: 5, elapsed: 1000, name: '', lapTotals: [], lapNames: [] };
  const file = contents({
    alarms: [
      anAlarm(),
      anAlarm({ label: 'Tea' }),
      anAlarm({ label: 'Tea', sound: 'chime' }),
      anAlarm({ repeat: 'weekday' }),
      anAlarm({ timezone: 'Asia/Calcutta' }),
    ],
    timers: [
      aTimer(),
      aTimer({ totalSeconds: 60 }),
      aTimer({ totalSeconds: 60, steps, rounds: 1 }),
    ],
    daysOff: [
      { from: '2026-12-24', to: '2026-12-26', label: null },
      { from: '2026-12-25', to: '2026-12-31', label: 'Ski trip' },
      { from: '2026-12-30', to: '2026-12-31', label: 'Ski trip' },
    ],
    cities: [
      { key: 'tokyo', name: '' },
      { key: 'lima', name: 'Mother' },
    ],
    stopwatchRuns: [run, { ...run, savedAt: 6 }, { ...run, savedAt: 6 }],
  });
  const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
  const { offers, here } = previewOf(
    file,
    {
      alarms: [
        anAlarm({ sound: 'pulse', snoozeInterval: 1, enabled: 0 }),
        anAlarm({ repeat: 'days', days: workdays }),
        anAlarm({ timezone: 'Asia/Kolkata' }),
      ],
      timers: [aTimer({ totalSeconds: 60, steps, rounds: 1, step: 0 })],
      daysOff: [{ from: '2026-12-01', to: '2026-12-28', label: 'Winter' }],
      cities: [{ key: 'tokyo', name: 'Home' }],
      runs: [{ ...run, name: 'Named since' }],
    },
    newKey,
  );
  expect(here).toEqual({ alarms: 4, timers: 1, daysOff: 2, cities: 1, runs: 2 });
  expect(offers.map(({ kind }) => kind)).toEqual([
    'alarms',
    'timers',
    'timers',
    'daysOff',
    'cities',
    'runs',
  ]);
  expect(new Set(offers.map(({ key }) => key)).size).toBe(6);
  expect(previewOf(file, nothing, newKey).here).toEqual({
    alarms: 1,
    timers: 0,
    daysOff: 1,
    cities: 0,
    runs: 1,
  });
});

test('days off are restored unless they are over or no range', () => {
  const { daysOff, leftOut } = contents({
    daysOff: [
      { from: '2026-11-01', to: '2026-11-20', label: 'Until yesterday' },
      { from: '2026-11-01', to: '2026-11-19', label: 'Over' },
      { from: '2026-12-24', to: '2026-12-26', label: null },
      { from: '2026-12-26', to: '2026-12-24', label: 'Backwards' },
      { from: '2026-12-01', to: '2028-12-01', label: 'Long' },
      'Sunday',
    ],
  });
  expect(daysOff).toEqual([
    { from: '2026-11-01', to: '2026-11-20', label: 'Until yesterday' },
    { from: '2026-12-24', to: '2026-12-26', label: '' },
  ]);
  expect(leftOut.map(({ name, reason }) => `${reason} ${name}`.trim())).toEqual([
    'over Over',
    'unreadable Backwards',
    'unreadable Long',
    'unreadable',
  ]);
});
