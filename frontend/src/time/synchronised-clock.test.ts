// The synchronised clock: gradual corrections, steps, sleep and changes of the clock.
import { describe, expect, test } from 'vitest';
import type { Clock, Reading } from './synchronised-clock';
import { afterJump, corrected, deviceClock, jumpSince, timeOf } from './synchronised-clock';

const wall = Date.parse('2026-11-20T22:00:00Z');
const at = (monotonic: number, behind = 0): Reading => ({
  monotonic,
  wall: wall + monotonic + behind,
});
const synchronised = (error: number): Clock => corrected(deviceClock(at(0)), at(0), wall + error);

describe('a correction', () => {
  test.each([
    ['below a second is applied gradually, at a tenth of the pace', 500, 1000, 1100],
    ['is complete after ten times its length', 500, 6000, 6500],
    ['backwards slows the clock down', -500, 1000, 900],
    ['backwards is complete after ten times its length', -500, 5000, 4500],
    ['of a second is applied at once', 1000, 0, 1000],
    ['of minutes backwards is applied at once', -120_000, 10, -119_990],
  ])('%s', (_, error, monotonic, expected) => {
    expect(timeOf(synchronised(error), at(monotonic)) - wall).toBe(expected);
  });

  test('replaces the rest of an earlier one', () => {
    const halfway = corrected(synchronised(900), at(1000), wall + 400);
    expect(timeOf(halfway, at(1000)) - wall).toBe(1100);
    expect(timeOf(halfway, at(20_000)) - wall).toBe(20_400);
  });

  test('below a second never moves the clock backwards', () => {
    let clock = synchronised(0);
    let before = timeOf(clock, at(0));
    for (let now = 10; now < 30_000; now += 10) {
      if (now % 500 === 0) {
        const error = now % 1000 === 0 ? 999 : -999;
        clock = corrected(clock, at(now), timeOf(clock, at(now)) + error - now);
      }
      const time = timeOf(clock, at(now));
      expect(time).toBeGreaterThan(before);
      before = time;
    }
  });
});

describe('a jump of the device’s clocks', () => {
  test.each([
    ['no difference', 0, 0],
    ['a gradual correction by a daemon', 200, 0],
    ['sleep', 3_600_000, 3_600_000],
    ['a clock set back', -60_000, -60_000],
  ])('is measured: %s', (_, jump, expected) => {
    expect(jumpSince(at(0), at(5000, jump))).toBe(expected);
  });

  test.each([
    ['sleep moves a synchronised clock forward', synchronised(0), 3_600_000, 3_605_000],
    ['a wall clock set back does not move it', synchronised(0), -3_600_000, 5000],
    ['sleep moves a device clock forward', deviceClock(at(0)), 3_600_000, 3_605_000],
    ['a device clock is set back with the device', deviceClock(at(0)), -3_600_000, -3_595_000],
  ])('%s', (_, clock, jump, expected) => {
    const moved = afterJump(clock, at(5000, jump));
    expect(timeOf(moved, at(5000, jump)) - wall).toBe(expected);
    expect(timeOf(moved, at(6000, jump)) - wall).toBe(expected + 1000);
    expect(afterJump(moved, at(6000, jump))).toBe(moved);
  });

  test('keeps the rest of a correction, which is applied afterwards', () => {
    const moved = afterJump(synchronised(500), at(1000, 60_000));
    expect(timeOf(moved, at(9000, 60_000)) - wall).toBe(69_500);
  });
});
