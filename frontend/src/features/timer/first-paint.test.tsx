// What is marked before the first paint: the space of the visitor's own presets, and timers that run since an earlier
// visit.
import { beforeEach, expect, test } from 'vitest';
import { reserveSpace, rememberSpace, areTimersMarked, markRunningTimers } from './first-paint';

const root = document.documentElement;

function rowOf(height: number): HTMLElement {
  const row = document.createElement('div');
  Object.defineProperty(row, 'offsetHeight', { value: height });
  return row;
}

beforeEach(() => {
  localStorage.clear();
  root.lang = 'en';
  root.className = '';
  root.style.removeProperty('--presets-room');
});

test('the space that they took is reserved on the next visit, until they are shown', () => {
  rememberSpace({ row: rowOf(188), language: 'en' });
  reserveSpace();
  expect(root).toHaveClass('own-presets');
  expect(root.style.getPropertyValue('--presets-room')).toBe('188px');
  rememberSpace({ row: rowOf(240), language: 'en' });
  expect(root).not.toHaveClass('own-presets');
});

test.each([
  ['in another language', () => (root.lang = 'de')],
  ['in a wider window', () => (window.innerWidth += 1)],
  ['after the default presets were restored', () => (rememberSpace(null), '')],
  ['if something else is stored', () => (localStorage.setItem('timer-presets-room:v1', '}'), '')],
])('%s no space is reserved', (_, change) => {
  rememberSpace({ row: rowOf(188), language: 'en' });
  change();
  reserveSpace();
  expect(root).not.toHaveClass('own-presets');
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
