// When the background timer's worker checks next, and the time left of a timeout.
import { expect, test } from 'vitest';
import { type Pending, idleWatchMs, nextCheckMs, remaining, watchMs } from './pending-timeouts';

const armed = (delayMs: number): Pending => ({
  id: 1,
  delayMs,
  armedAt: { monotonic: 0, wall: 1000 },
});

test.each([
  ['counts down', 5000, { monotonic: 2000, wall: 3000 }, 3000],
  ['is never negative', 5000, { monotonic: 9000, wall: 10_000 }, 0],
  ['counts sleep, which only the wall clock sees', 5000, { monotonic: 10, wall: 9000 }, 0],
  ['does not grow if the wall clock is set back', 5000, { monotonic: 4000, wall: -90_000 }, 1000],
])('the time left %s', (_, delayMs, now, expected) => {
  expect(remaining(armed(delayMs), now)).toBe(expected);
});

test.each([
  ['nothing pending', [], watchMs, watchMs],
  ['the earliest', [armed(1500), armed(700)], watchMs, 700],
  ['a long one is approached in steps', [armed(60_000)], watchMs, watchMs],
  ['with no ring ahead, in longer steps', [armed(60_000)], idleWatchMs, idleWatchMs],
])('the next check: %s', (_, pending, longestMs, expected) => {
  expect(nextCheckMs(pending, { monotonic: 0, wall: 1000 }, longestMs)).toBe(expected);
});
