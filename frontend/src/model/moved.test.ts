// Items that are moved in a list.
import { expect, test } from 'vitest';
import { moved } from './moved';

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 9, 'abc'],
  [-1, 0, 'abc'],
  [3, 0, 'abc'],
])('the item at %i goes to %i: %s', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(expected);
});
