// The present step of an interval timer.
import { expect, test } from 'vitest';
import { aTimer } from '../testing/rows';
import { atBeginning, atPresent, isAtBeginning, presentStep, stepAt } from './timer-steps';

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
