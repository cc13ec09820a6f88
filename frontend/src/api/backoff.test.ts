// The wait before a lost stream is reconnected.
import { expect, test } from 'vitest';
import { retryDelay } from './events';

test.each([
  [0, 0, 1_000],
  [0, 1, 2_000],
  [1, 0.5, 2_500],
  [3, 1, 16_000],
  [4, 1, 30_000],
  [4, 0, 1_000],
  [400, 1, 30_000],
])('after %i failed attempts, with a random number of %f: %i ms', (attempts, random, expected) => {
  expect(retryDelay(attempts, random)).toBe(expected);
});
