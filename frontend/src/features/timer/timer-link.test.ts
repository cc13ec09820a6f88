// Links to timers: written, and parsed whatever somebody typed into them.
import { expect, test } from 'vitest';
import { linkedTimer, linkTo } from './timer-link';
import { seedOfLength, seedOfSteps } from './timer-seed';

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
  ['?t=1m&label=%E2%80%8B%EF%BB%BF', 60, null],
  ['?t=1m&label=Tea%E2%80%AE%20gnp', 60, 'Tea gnp'],
  ['?t=1m&label=%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80', 60, '👩\u200d🚀'],
])('%s is a timer of %i seconds', (search, totalSeconds, label) => {
  expect(linkedTimer(search)).toEqual(seedOfLength(totalSeconds, label));
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
])('%s is not a timer', (search) => {
  expect(linkedTimer(search)).toEqual({ problem: 'time' });
});

const work = { seconds: 40, label: 'Work' };
const rest = { seconds: 20, label: 'Rest' };

test.each([
  ['?steps=40s:Work,20s:Rest&rounds=8', [work, rest], 8, null],
  ['?steps=40s:Work%2C20s%3ARest&label=Gym', [work, rest], 1, 'Gym'],
  ['?steps=+40s+:+Work+,20s:Rest&rounds=８', [work, rest], 8, null],
  ['?steps=1m30s', [{ seconds: 90, label: null }], 1, null],
  [
    '?steps=1s:,1h:a:b',
    [
      { seconds: 1, label: null },
      { seconds: 3_600, label: 'a:b' },
    ],
    1,
    null,
  ],
  [
    '?steps=1s:a\\,b\\\\,2s',
    [
      { seconds: 1, label: 'a,b\\' },
      { seconds: 2, label: null },
    ],
    1,
    null,
  ],
  ['?steps=1s:🎉\\', [{ seconds: 1, label: '🎉\\' }], 1, null],
  [`?steps=1s:${'茶'.repeat(101)}`, [{ seconds: 1, label: '茶'.repeat(100) }], 1, null],
  ['?t=5m&steps=40s:Work,20s:Rest&rounds=99', [work, rest], 99, null],
])('%s is an interval timer', (search, steps, rounds, label) => {
  expect(linkedTimer(search)).toEqual(seedOfSteps(steps, rounds, label));
});

test.each([
  ['?steps=', { problem: 'step', number: 1 }],
  ['?steps=40s:Work,Rest', { problem: 'step', number: 2 }],
  ['?steps=40s,,20s', { problem: 'step', number: 2 }],
  ['?steps=40s,24h', { problem: 'step', number: 2 }],
  ['?steps=40s,0s', { problem: 'step', number: 2 }],
  ['?steps=Work:40s', { problem: 'step', number: 1 }],
  [`?steps=${'1s,'.repeat(20)}1s`, { problem: 'step-count', count: 21 }],
  ['?steps=40s&rounds=0', { problem: 'rounds' }],
  ['?steps=40s&rounds=100', { problem: 'rounds' }],
  ['?steps=40s&rounds=-1', { problem: 'rounds' }],
  ['?steps=40s&rounds=2.5', { problem: 'rounds' }],
  ['?steps=40s&rounds=', { problem: 'rounds' }],
])('%s has an error', (search, problem) => {
  expect(linkedTimer(search)).toEqual(problem);
});

test.each([
  [300, null, 'https://example.org/timer/en?t=5m'],
  [5_405, 'Tea & cake', 'https://example.org/timer/en?t=1h30m5s&label=Tea%20%26%20cake'],
  [59, 'お茶', 'https://example.org/timer/en?t=59s&label=%E3%81%8A%E8%8C%B6'],
])('a link to %i seconds is parsed to the same timer', (totalSeconds, label, link) => {
  const seed = seedOfLength(totalSeconds, label);
  expect(linkTo(seed, 'https://example.org/timer/en?t=9m#list')).toBe(link);
  expect(linkedTimer(new URL(link).search)).toEqual(seed);
});

test.each([
  [[work, rest], 8, 'Gym', '?steps=40s:Work,20s:Rest&rounds=8&label=Gym'],
  [[{ seconds: 90, label: null }], 1, null, '?steps=1m30s'],
  [[{ seconds: 5, label: 'a, b: c\\ & 100%' }, rest], 1, null, null],
  [
    Array.from({ length: 20 }, () => ({ seconds: 86_399, label: '、\\,'.repeat(25) })),
    99,
    '1',
    null,
  ],
])('a link to steps is parsed to the same timer', (steps, rounds, label, search) => {
  const seed = seedOfSteps(steps, rounds, label);
  const link = new URL(linkTo(seed, 'https://example.org/timer/en'));
  if (search !== null) expect(link.search).toBe(search);
  expect(linkedTimer(link.search)).toEqual(seed);
});
