// The lease that replaces Web Locks: one holder at a time, passed on, and taken over from a closed tab.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdTabLock } from './tabs';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab that queues for the lock, and whether it has it. */
function tab() {
  const state = { has: false, times: 0 };
  const leave = holdTabLock('sound', () => {
    state.has = true;
    state.times += 1;
    return () => {
      state.has = false;
    };
  });
  return { state, leave };
}

test('only one tab has the lock, and it keeps the lock', () => {
  const tabs = [tab(), tab(), tab()];
  vi.advanceTimersByTime(60_000);
  expect(tabs.filter(({ state }) => state.has)).toHaveLength(1);
  expect(tabs.reduce((sum, { state }) => sum + state.times, 0)).toBe(1);
});

test('a released lock goes to another tab', () => {
  const [first, second] = [tab(), tab()];
  vi.advanceTimersByTime(1_000);
  const [holder, other] = first.state.has ? [first, second] : [second, first];
  holder.leave();
  expect(holder.state.has).toBe(false);
  vi.advanceTimersByTime(3_500);
  expect(other.state.has).toBe(true);
});

test('another tab takes over the lock of a tab that disappeared', () => {
  localStorage.setItem('turn:sound', JSON.stringify({ holder: 'gone', until: Date.now() + 5_000 }));
  const { state } = tab();
  vi.advanceTimersByTime(4_900);
  expect(state.has).toBe(false);
  vi.advanceTimersByTime(4_000);
  expect(state.has).toBe(true);
});

test('a lease from before the device’s clock was set back is taken over', () => {
  const until = Date.now() + 3_600_000;
  localStorage.setItem('turn:sound', JSON.stringify({ holder: 'gone', until }));
  const { state } = tab();
  vi.advanceTimersByTime(4_000);
  expect(state.has).toBe(true);
});

test('tabs that are refused Web Locks have a lease', async () => {
  const refused = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request: refused } });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [first, second] = [tab(), tab()];
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.state.has, second.state.has].toSorted()).toEqual([false, true]);
  for (const { leave } of [first, second]) leave();
  expect([first.state.has, second.state.has]).toEqual([false, false]);
});

const refuse = () => {
  throw new DOMException('no storage');
};

test.each([
  { storage: 'blocked', getItem: refuse },
  { storage: 'full', getItem: () => null },
])('a tab whose storage is $storage has every lock', ({ getItem }) => {
  vi.stubGlobal('localStorage', { getItem, setItem: refuse, removeItem: refuse });
  const { state, leave } = tab();
  vi.advanceTimersByTime(1_000);
  expect(state).toEqual({ has: true, times: 1 });
  leave();
  expect(state.has).toBe(false);
  vi.unstubAllGlobals();
});
