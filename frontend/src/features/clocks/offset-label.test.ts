// Offsets from UTC as they are written.
import { expect, test } from 'vitest';
import { offsetLabel } from './day-difference';

test.each([
  [0, 'UTC+0'],
  [9, 'UTC+9'],
  [14, 'UTC+14'],
  [5.75, 'UTC+5:45'],
  [10.5, 'UTC+10:30'],
  [-3.5, 'UTC\u22123:30'],
  [-11, 'UTC\u221211'],
  [1 / 12, 'UTC+0:05'],
])('an offset of %d hours is written %s', (hours, label) => {
  expect(offsetLabel(hours * 3_600_000)).toBe(label);
});
