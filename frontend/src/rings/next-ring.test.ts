// What the ruler of the next hour marks, and which marks are pressed together.
import { expect, test } from 'vitest';
import { anAlarm, aTimer } from '../testing/rows';
import { groupsOfMarks, marksOfNextHour, type HourMark } from './next-ring';

const now = Date.parse('2026-11-20T21:40:30Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const alarmAt = (nextTrigger: string | null, changes = {}) => anAlarm({ nextTrigger, ...changes });
const timerAt = (endsAt: string | null, changes = {}) => aTimer({ endsAt, ...changes });

function marked(marks: readonly HourMark[]) {
  return marks.map(({ kind, minute, row }) => `${kind} ${String(row.id)} at ${String(minute)}`);
}

test('alarms and running timers are marked by the minutes of the clock, over a full hour, too', () => {
  const alarms = [
    alarmAt('2026-11-20T22:00:00Z', { id: 1 }),
    alarmAt('2026-11-20T21:41:00Z', { id: 2, timezone: 'Europe/Berlin' }),
    alarmAt('2026-11-20T22:39:59Z', { id: 3, snoozedUntil: '2026-11-20T22:39:59Z' }),
  ];
  const timers = [timerAt(inMinutes(11.75), { id: 4 }), timerAt(inMinutes(0.25), { id: 5 })];
  expect(marked(marksOfNextHour(alarms, timers, now))).toEqual([
    'timer 5 at 0',
    'alarm 2 at 1',
    'timer 4 at 12',
    'alarm 1 at 20',
    'alarm 3 at 59',
  ]);
});

test('what is off, paused, later, or due already has no mark', () => {
  const alarms = [alarmAt(null), alarmAt('2026-11-20T22:40:00Z'), alarmAt('2026-11-20T21:40:00Z')];
  const timers = [timerAt(null, { enabled: 0 }), timerAt(inMinutes(-0.1)), timerAt(inMinutes(90))];
  expect(marksOfNextHour(alarms, timers, now)).toEqual([]);
});

test('of an interval timer the end of its present step is marked', () => {
  const steps = [
    { seconds: 600, label: 'Work' },
    { seconds: 120, label: null },
  ];
  const timer = timerAt(inMinutes(-1), { steps, rounds: 4, step: 0 });
  expect(marked(marksOfNextHour([], [timer], now))).toEqual(['timer 1 at 1']);
});

test('marks in one minute are one, and neighbours that a finger cannot tell apart are pressed together', () => {
  const at = [0, 0, 2, 9, 12, 40];
  const timers = at.map((minute, id) => timerAt(inMinutes(minute + 0.1), { id }));
  const marks = marksOfNextHour([], timers, now);
  const minutes = (apart: number) =>
    groupsOfMarks(marks, apart).map((group) => group.map(({ minute }) => minute));
  expect(minutes(1)).toEqual([[0, 0], [2], [9], [12], [40]]);
  expect(minutes(3)).toEqual([[0, 0, 2], [9], [12], [40]]);
  expect(minutes(11)).toEqual([[0, 0, 2, 9, 12], [40]]);
});
