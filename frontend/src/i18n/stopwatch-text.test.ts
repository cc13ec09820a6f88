// A stopwatch's time in digits.
import { expect, test } from 'vitest';
import { stopwatchText } from './stopwatch-text';

test.each([
  [0, '00:00.00'],
  [9.99, '00:00.00'],
  [10, '00:00.01'],
  [999.99, '00:00.99'],
  [1_000, '00:01.00'],
  [59_999, '00:59.99'],
  [60_000, '01:00.00'],
  [252_370, '04:12.37'],
  [5_999_990, '99:59.99'],
  [6_000_000, '1:40:00.00'],
  [86_400_000, '24:00:00.00'],
])('%d ms are %s', (milliseconds, expected) => {
  expect(stopwatchText(milliseconds)).toBe(expected);
});
