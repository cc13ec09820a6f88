// The reading of a running stopwatch after sleep, reloads and changes of the clock.
import { describe, expect, test } from 'vitest';
import { timeOf } from '../time/synchronised-clock';
import { elapsedByWall, readingFrom, reconciled } from './stopwatch-store';
import { zeroStopwatch, type Stopwatch } from './stopwatch';

const start = { monotonic: 5_000, wall: 1_000_000 };

function at(monotonic: number, wall = monotonic) {
  return { monotonic: start.monotonic + monotonic, wall: start.wall + wall };
}

test('a reading is the difference of monotonic readings, whatever the wall clock shows', () => {
  const reading = readingFrom(start, 100);
  expect(timeOf(reading, at(0))).toBe(100);
  expect(timeOf(reading, at(1_234.5, 99_999))).toBe(1_334.5);
});

describe('the time elapsed by the wall clock', () => {
  const started = (behindMs: number | null): Stopwatch => ({
    ...zeroStopwatch,
    banked: 500,
    started: { wall: start.wall, behindMs },
  });

  test.each([
    ['without a change of the clock', 10, 10_000, 10, 10_500],
    ['with a slightly different estimate', 10, 10_000, 180, 10_500],
    ['with a clock set back by a minute meanwhile', 10, -50_000, 60_010, 10_500],
    ['with a clock set ahead by an hour meanwhile', -20, 3_610_000, -3_600_020, 10_500],
    ['without a server at the start', null, 10_000, 60_000, 10_500],
    ['without a server now', 10, 10_000, null, 10_500],
    ['with a clock set back and without a server', null, -50_000, null, 500],
  ] as const)('%s', (_, behindAtStart, passed, behindNow, expected) => {
    expect(elapsedByWall(started(behindAtStart), start.wall + passed, behindNow)).toBe(expected);
  });

  test('is the stored time of a stopped stopwatch', () => {
    expect(elapsedByWall({ ...zeroStopwatch, banked: 700 }, 5, null)).toBe(700);
  });
});

describe('reconciling with the wall clock', () => {
  const reading = readingFrom(start, 0);

  test('changes nothing if both agree', () => {
    expect(reconciled(reading, at(1_000), 1_019)).toBe(reading);
    expect(reconciled(reading, at(1_000), 981)).toBe(reading);
  });

  test('adds a sleep at once', () => {
    const now = at(1_000, 3_601_000);
    expect(timeOf(reconciled(reading, now, 3_601_000), now)).toBe(3_601_000);
  });

  test('applies a small difference gradually', () => {
    const ahead = reconciled(reading, at(1_000), 1_100);
    expect(timeOf(ahead, at(1_000))).toBe(1_000);
    expect(timeOf(ahead, at(1_500))).toBeCloseTo(1_550);
    expect(timeOf(ahead, at(4_000))).toBeCloseTo(4_100);
  });

  test('never moves the reading backwards', () => {
    const behind = reconciled(reading, at(1_000), 500);
    let last = 0;
    for (let passed = 1_000; passed <= 8_000; passed += 50) {
      const elapsed = timeOf(behind, at(passed));
      expect(elapsed).toBeGreaterThan(last);
      last = elapsed;
    }
    expect(last).toBeCloseTo(7_500);
  });

  test('ignores a large step backwards', () => {
    expect(reconciled(reading, at(60_000), 1_000)).toBe(reading);
  });
});
