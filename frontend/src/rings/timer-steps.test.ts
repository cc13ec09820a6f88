// The present step of an interval timer, and its run by the server's rules.
import { expect, test } from 'vitest';
import { aTimer } from '../testing/rows';
import {
  atBeginning,
  atPresent,
  isAtBeginning,
  presentStep,
  stepAt,
  extended,
  paused,
  shortened,
  startOf,
  started,
} from './timer-steps';

const steps = [
  { seconds: 40, label: 'Work' },
  { seconds: 20, label: null },
];
const gym = (changes = {}) =>
  aTimer({ steps, rounds: 8, step: 0, totalSeconds: 480, runSeconds: 40, ...changes });

test.each([
  [0, { seconds: 40, label: 'Work', index: 0, number: 1, count: 8, counts: 'rounds' }],
  [3, { seconds: 20, label: null, index: 3, number: 2, count: 8, counts: 'rounds' }],
  [15, { seconds: 20, label: null, index: 15, number: 8, count: 8, counts: 'rounds' }],
  [16, null],
])('step %i of 16 is shown with its round', (index, place) => {
  expect(stepAt(gym(), index)).toEqual(place);
});

test('with one round a step is shown with its number, and a plain timer has no step', () => {
  expect(stepAt({ steps, rounds: 1 }, 1)).toMatchObject({ number: 2, count: 2, counts: 'steps' });
  expect(stepAt({ steps, rounds: 1 }, 2)).toBeNull();
  expect(presentStep(aTimer())).toBeNull();
  expect(presentStep(gym({ step: 2 }))?.number).toBe(2);
});

test('a reset returns to the first step, and changes nothing there', () => {
  const reset = atBeginning(gym({ step: 5, runSeconds: 90 }));
  const first = { enabled: 0, endsAt: null, remainingMs: 40_000, runSeconds: 40, step: 0 };
  expect(reset).toMatchObject(first);
  expect(isAtBeginning(reset)).toBe(true);
  expect(isAtBeginning({ ...reset, step: 2 })).toBe(false);
  expect(isAtBeginning({ ...reset, remainingMs: 39_999 })).toBe(false);
});

test('a plain timer that was extended is not at its beginning', () => {
  const plain = atBeginning(aTimer());
  expect(plain).toMatchObject({ remainingMs: 180_000, runSeconds: 180, step: null });
  expect(isAtBeginning(plain)).toBe(true);
  expect(isAtBeginning({ ...plain, remainingMs: 240_000, runSeconds: 240 })).toBe(false);
  expect(isAtBeginning(aTimer())).toBe(false);
});

test('a running timer advances from step to step with the time', () => {
  const due = Date.parse('2026-11-20T22:00:00Z');
  const running = gym({ step: 14, endsAt: '2026-11-20T22:00:00Z', runSeconds: 70 });
  expect(atPresent(running, due - 1)).toBe(running);
  const last = { step: 15, endsAt: '2026-11-20T22:00:20.000Z', runSeconds: 20 };
  expect(atPresent(running, due)).toMatchObject(last);
  expect(atPresent(running, due + 99_000)).toMatchObject(last);
  expect(atPresent(gym({ endsAt: '2026-11-20T22:00:00Z' }), due + 60_000)).toMatchObject({
    step: 3,
    endsAt: '2026-11-20T22:01:20.000Z',
  });
  const paused = gym({ enabled: 0, endsAt: null });
  expect(atPresent(paused, due)).toBe(paused);
  expect(atPresent(aTimer(), due + 1)).toEqual(aTimer());
});

const now = Date.parse('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const standing = atBeginning(aTimer());
const rounds = atBeginning(
  aTimer({
    steps: [
      { seconds: 60, label: 'Work' },
      { seconds: 10, label: null },
    ],
    rounds: 3,
    totalSeconds: 210,
  }),
);

test('a timer starts with the time left, or from its beginning if none is left', () => {
  expect(started(standing, now)).toMatchObject({ enabled: 1, endsAt: at(180) });
  const half = { ...standing, remainingMs: 90_000 };
  expect(started(half, now)).toMatchObject({ endsAt: at(90), runSeconds: 180 });
  const over = { ...rounds, step: 5, remainingMs: 0, runSeconds: 10 };
  expect(started(over, now)).toMatchObject({ endsAt: at(60), step: 0, runSeconds: 60 });
  const running = started(standing, now);
  expect(started(running, now + 5_000)).toBe(running);
});

test('a pause keeps the time left, or none if the timer is about to ring', () => {
  const running = started(standing, now);
  expect(paused(running, now + 30_000)).toMatchObject({ enabled: 0, remainingMs: 150_000 });
  expect(paused(running, now + 180_000)).toBe(running);
  // A clock that is set back adds no time.
  expect(paused(running, now - 30_000)).toMatchObject({ remainingMs: 180_000 });
});

test('an extension moves the end, restarts an ended timer, and adds to a paused one', () => {
  const running = started(standing, now);
  expect(extended(running, 60, now)).toMatchObject({ endsAt: at(240), runSeconds: 240 });
  const over = { ...standing, remainingMs: 0 };
  expect(extended(over, 60, now)).toMatchObject({ enabled: 1, endsAt: at(60), runSeconds: 60 });
  const half = { ...standing, remainingMs: 90_000 };
  expect(extended(half, 60, now)).toMatchObject({ enabled: 0, remainingMs: 150_000 });
  expect(extended(running, 86_399, now)).toMatchObject({ endsAt: at(86_399) });
});

test('a shorter run ends earlier, but not at once, and keeps its length', () => {
  const running = started(standing, now);
  expect(shortened(running, 60, now + 30_000)).toMatchObject({
    endsAt: at(120),
    remainingMs: 90_000,
    runSeconds: 180,
  });
  expect(shortened(running, 3600, now + 30_000)).toMatchObject({ endsAt: at(31) });
  expect(shortened(running, 60, now + 179_500)).toBe(running);
  expect(shortened(standing, 60, now)).toBe(standing);
  expect(startOf(shortened(running, 60, now), now)).toEqual({
    startedAt: at(-60),
    endsAt: at(120),
    isMoved: false,
  });
});

test('a run is sent as a start at an earlier time, and an end if it has another one', () => {
  const running = started(standing, now);
  expect(startOf(running, now + 30_000)).toEqual({
    startedAt: at(0),
    endsAt: at(180),
    isMoved: false,
  });
  const longer = extended(running, 60, now);
  // The start is never in the future, and a run that is past its planned length has not ended by then.
  expect(startOf(longer, now)).toEqual({ startedAt: at(0), endsAt: at(240), isMoved: true });
  const later = startOf(longer, now + 200_000);
  expect(later).toEqual({ startedAt: at(60), endsAt: at(240), isMoved: true });
  const again = extended({ ...standing, remainingMs: 0 }, 60, now);
  expect(startOf(again, now)).toEqual({ startedAt: at(-120), endsAt: at(60), isMoved: true });
  const paused = { ...standing, remainingMs: 30_000 };
  expect(startOf(paused, now)).toEqual({ startedAt: at(-150), endsAt: at(30), isMoved: false });
});

test('the start of a running step includes the steps before it', () => {
  const second = { ...rounds, enabled: 1 as const, step: 2, runSeconds: 60, endsAt: at(50) };
  expect(startOf(second, now)).toEqual({ startedAt: at(-80), endsAt: at(50), isMoved: false });
  const longer = extended({ ...second, endsAt: at(55) }, 60, now);
  expect(startOf(longer, now)).toEqual({ startedAt: at(-70), endsAt: at(115), isMoved: true });
});
