// Starting, pausing, extending and shortening a timer.
import { expect, test } from 'vitest';
import { aTimer } from '../testing/rows';
import { extended, paused, shortened, startOf, started } from './timer-run';
import { atBeginning } from './timer-steps';

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
    before: 0,
    startedAt: at(-60),
    after: 0,
  });
});

test('a run is sent as a start at an earlier time', () => {
  const running = started(standing, now);
  expect(startOf(running, now + 30_000)).toEqual({ before: 0, startedAt: at(0), after: 0 });
  expect(startOf(extended(running, 60, now), now + 200_000)).toEqual({
    before: 60,
    startedAt: at(0),
    after: 0,
  });
  // A timer that was extended at its end: its start is computed from the new end.
  const again = extended({ ...standing, remainingMs: 0 }, 60, now);
  expect(startOf(again, now)).toEqual({ before: 0, startedAt: at(-120), after: 0 });
});

test('the start of a running step includes the steps before it', () => {
  const second = { ...rounds, enabled: 1 as const, step: 2, runSeconds: 60, endsAt: at(50) };
  expect(startOf(second, now)).toEqual({ before: 0, startedAt: at(-80), after: 0 });
  const longer = extended({ ...second, endsAt: at(55) }, 60, now);
  expect(startOf(longer, now)).toEqual({ before: 0, startedAt: at(-70), after: 55 });
});
