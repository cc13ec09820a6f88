// @vitest-environment happy-dom
// The mark of timers that run since an earlier visit.
import { beforeEach, expect, test } from 'vitest';
import { areTimersMarked, markRunningTimers } from './running-first';

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = '';
});

function store(timers: readonly object[]): void {
  const lists = { timers: { rows: timers, asOf: 0 } };
  localStorage.setItem('lists:v1', JSON.stringify({ browserId: 'one', lists }));
}

const soon = () => new Date(Date.now() + 60_000).toISOString();

test.each([
  [
    'a timer that runs',
    () => {
      store([{ endsAt: null }, { endsAt: soon() }]);
    },
    true,
  ],
  [
    'paused timers',
    () => {
      store([{ endsAt: null }]);
    },
    false,
  ],
  [
    'a timer that has ended since',
    () => {
      store([{ endsAt: new Date(0).toISOString() }]);
    },
    false,
  ],
  ['no list', () => undefined, false],
  [
    'something else',
    () => {
      localStorage.setItem('lists:v1', '}');
    },
    false,
  ],
])('with %s in storage', (_, prepare, marked) => {
  prepare();
  markRunningTimers();
  expect(areTimersMarked()).toBe(marked);
});
