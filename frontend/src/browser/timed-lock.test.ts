// Work under a lock that another page may hold for ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { underLock } from './timed-lock';

const lock = { name: 'desk', withinMs: 1_000 };

beforeEach(() => {
  vi.useFakeTimers();
  installFakeLocks();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('work waits for the lock, and is done once', async () => {
  let release: () => void = () => undefined;
  void navigator.locks.request('desk', () => new Promise<void>((resolve) => (release = resolve)));
  const work = vi.fn(() => Promise.resolve('done'));
  const result = underLock(lock, work);
  await vi.advanceTimersByTimeAsync(500);
  expect(work).not.toHaveBeenCalled();
  release();
  expect(await result).toBe('done');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledOnce();
});

test('work that takes long under the lock is not repeated without it', async () => {
  const work = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 5_000, 'done')));
  const result = underLock(lock, work);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await result).toBe('done');
  expect(work).toHaveBeenCalledOnce();
});

test('a failure of the work is passed on, and the work is not repeated', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')));
  await expect(underLock(lock, work)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledOnce();
});

test.each([
  { kind: 'a frozen page holds the lock', locks: undefined },
  {
    kind: 'the browser refuses locks',
    locks: { request: () => Promise.reject(new Error('denied')) },
  },
  { kind: 'the browser has no locks', locks: null },
])('work is done in time although $kind', async ({ locks }) => {
  if (locks === undefined) void navigator.locks.request('desk', () => new Promise(() => undefined));
  else vi.stubGlobal('navigator', { locks });
  const work = vi.fn(() => Promise.resolve('done'));
  const result = underLock(lock, work);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await result).toBe('done');
  expect(work).toHaveBeenCalledOnce();
});
