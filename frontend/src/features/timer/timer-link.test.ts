// Links to timers: what they say, and what is made of what others wrote into them.
import { expect, test } from 'vitest';
import { linkedTimer, linkTo } from './timer-link';

test.each([
  ['?t=5m', 300, null],
  ['?t=1h30m&label=Tea', 5_400, 'Tea'],
  ['?t=90s', 90, null],
  ['?t=90m', 5_400, null],
  ['?t=1H+30Min+5s', 5_405, null],
  ['?t=23h59m59s', 86_399, null],
  ['?t=５m&label=%20お茶%20', 300, 'お茶'],
  ['?label=+&t=1s', 1, null],
  [`?t=1m&label=${'茶'.repeat(101)}`, 60, '茶'.repeat(100)],
])('%s asks for %i seconds', (search, totalSeconds, label) => {
  expect(linkedTimer(search)).toEqual({ totalSeconds, label });
});

test.each([
  '?t=',
  '?t=0s',
  '?t=24h',
  '?t=5',
  '?t=soon',
  '?t=-5m',
  '?t=1.5h',
  '?t=5m5',
  '?t=99999h',
])('%s asks for no timer', (search) => {
  expect(linkedTimer(search)).toBeNull();
});

test.each([
  [300, null, 'https://example.org/timer/en?t=5m'],
  [5_405, 'Tea & cake', 'https://example.org/timer/en?t=1h30m5s&label=Tea%20%26%20cake'],
  [59, 'お茶', 'https://example.org/timer/en?t=59s&label=%E3%81%8A%E8%8C%B6'],
])('a link says %i seconds and leads back to them', (totalSeconds, label, link) => {
  expect(linkTo({ totalSeconds, label }, 'https://example.org/timer/en?t=9m#list')).toBe(link);
  expect(linkedTimer(new URL(link).search)).toEqual({ totalSeconds, label });
});
