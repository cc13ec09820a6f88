// Hands follow corrections without moving backwards, and are set to the time after a jump.
import { describe, expect, test } from 'vitest';
import { following, phaseOf, setTo, shownBy, turnOf } from './animated-time';

const minute = 60_000;
const hour = 60 * minute;

test.each([
  ['midnight', 0, 0, 0, 0],
  ['a quarter past three', 3 * hour + 15 * minute, 97.5, 90, 0],
  ['half past six and 45 seconds', 6 * hour + 30 * minute + 45_000, 195.375, 184.5, 270],
  ['just before noon', 12 * hour - 1000, 359.99166666666667, 359.9, 354],
  ['an evening', 21 * hour, 270, 0, 0],
  ['before 1970', -15_000, 359.875, 358.5, 270],
])('%s', (_, time, hourAngle, minuteAngle, secondAngle) => {
  expect(angleOf(time, 12 * hour)).toBeCloseTo(hourAngle, 9);
  expect(angleOf(time, hour)).toBeCloseTo(minuteAngle, 9);
  expect(angleOf(time, minute)).toBeCloseTo(secondAngle, 9);
});

/** Degrees from the top. */
function angleOf(time: number, period: number): number {
  return (phaseOf(time, period) / period) * 360;
}

describe('a correction', () => {
  test.each([300, 40, -300, -40, 990, -990])(
    'of %d ms is applied gradually, without moving backwards',
    (error) => {
      let movement = setTo(0, 0);
      let shown = 0;
      // Checked once a second, like the real clock.
      for (let now = 0; now <= 20_000; now += 100) {
        if (now % 1000 === 0) movement = following(movement, now, now + error);
        const next = shownBy(movement, now);
        expect(next).toBeGreaterThanOrEqual(shown);
        shown = next;
      }
      expect(shown).toBeCloseTo(20_000 + error, 6);
      expect(movement.rate).toBe(1);
    },
  );

  test.each([1000, -1000, 7 * minute, -7 * minute])('of %d ms is applied at once', (error) => {
    const movement = following(setTo(0, 0), 5000, 5000 + error);
    expect(shownBy(movement, 5000)).toBe(5000 + error);
    expect(movement.rate).toBe(1);
  });

  test('that is too small to see changes nothing', () => {
    const movement = setTo(0, 0);
    expect(following(movement, 5000, 5004)).toBe(movement);
  });
});

describe('a hand that is not animated', () => {
  test('points to the time', () => {
    expect(turnOf(9 * hour, 12 * hour, null)).toBe(0.75);
    expect(turnOf(15 * minute + 30_000, hour, null)).toBeCloseTo(15.5 / 60, 9);
  });

  test('moves in steps', () => {
    expect(turnOf(15 * minute + 30_000, hour, 60)).toBe(0.25);
  });

  test('is right before the epoch', () => {
    expect(turnOf(-3 * hour, 12 * hour, null)).toBe(0.75);
  });
});
