// The background timer with a worker, with one that dies, and without workers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimerRequest } from './background-timer.worker';

class FakeWorker {
  static made: FakeWorker[] = [];

  readonly asked: TimerRequest[] = [];
  readonly terminate = vi.fn();
  onmessage: (event: { readonly data: unknown }) => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor() {
    FakeWorker.made.push(this);
  }

  postMessage(request: TimerRequest): void {
    this.asked.push(request);
  }
}

let after: (delayMs: number, callback: () => void) => () => void;
const callback = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.made = [];
  callback.mockReset();
  ({ after } = await import('./background-timer'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the callback of a reported timeout is called once', () => {
  after(1_000, callback);
  const [worker] = FakeWorker.made;
  expect(worker?.asked).toEqual([{ arm: 1, delayMs: 1_000 }]);
  worker?.onmessage({ data: { due: 1 } });
  vi.advanceTimersByTime(60_000);
  expect(callback).toHaveBeenCalledTimes(1);
  expect(FakeWorker.made).toHaveLength(1);
});

test('a dead worker is replaced when a timeout is late, and the other timeouts continue', () => {
  after(1_000, callback);
  after(20_000, callback);
  vi.advanceTimersByTime(5_900);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(callback).toHaveBeenCalledTimes(1);
  const [dead, heir] = FakeWorker.made;
  expect(dead?.terminate).toHaveBeenCalled();
  expect(heir?.asked).toContainEqual({ arm: 2, delayMs: expect.closeTo(14_000, -1) as number });
  heir?.onmessage({ data: { due: 2 } });
  expect(callback).toHaveBeenCalledTimes(2);
});

test('if the worker cannot be loaded, timeouts continue without one', () => {
  after(10_000, callback);
  vi.advanceTimersByTime(4_000);
  FakeWorker.made[0]?.onerror();
  vi.advanceTimersByTime(5_900);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('without workers the page’s own timeouts are used, even for long delays', async () => {
  vi.stubGlobal('Worker', undefined);
  vi.resetModules();
  ({ after } = await import('./background-timer'));
  const monthMs = 30 * 86_400_000;
  after(monthMs, callback);
  vi.advanceTimersByTime(monthMs - 1_000);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_001);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('a cancelled timeout is not called, and does not wake the worker', () => {
  after(1_000, callback)();
  vi.advanceTimersByTime(60_000);
  expect(callback).not.toHaveBeenCalled();
  expect(FakeWorker.made).toHaveLength(1);
});

test('the worker watches for sleep only while something is armed, also after its replacement', async () => {
  const { watchForSleep } = await import('./background-timer');
  after(1_000, callback);
  watchForSleep(true);
  watchForSleep(true);
  vi.advanceTimersByTime(6_100);
  watchForSleep(false);
  const [dead, heir] = FakeWorker.made;
  expect(dead?.asked).toEqual([{ arm: 1, delayMs: 1_000 }, { watches: true }]);
  expect(heir?.asked[0]).toEqual({ watches: true });
  expect(heir?.asked.at(-1)).toEqual({ watches: false });
});
