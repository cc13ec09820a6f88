// The background timer over a worker that answers, one that dies, and none at all.
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

test('what the worker reports is called once', () => {
  after(1_000, callback);
  const [worker] = FakeWorker.made;
  expect(worker?.asked).toEqual([{ arm: 1, delayMs: 1_000 }]);
  worker?.onmessage({ data: { due: 1 } });
  vi.advanceTimersByTime(60_000);
  expect(callback).toHaveBeenCalledTimes(1);
  expect(FakeWorker.made).toHaveLength(1);
});

test('a worker that died is replaced when it is late, and the others wait for what remains', () => {
  after(1_000, callback);
  after(20_000, callback);
  vi.advanceTimersByTime(5_900);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(callback).toHaveBeenCalledTimes(1);
  const [dead, heir] = FakeWorker.made;
  expect(dead?.terminate).toHaveBeenCalled();
  expect(heir?.asked).toContainEqual({ arm: 2, delayMs: 14_000 });
  heir?.onmessage({ data: { due: 2 } });
  expect(callback).toHaveBeenCalledTimes(2);
});

test('a worker that cannot be loaded is done without, and nothing begins anew', () => {
  after(10_000, callback);
  vi.advanceTimersByTime(4_000);
  FakeWorker.made[0]?.onerror();
  vi.advanceTimersByTime(5_900);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('without workers a timeout is the page’s own, however long', async () => {
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

test('what was taken back is not called, and wakes nobody', () => {
  after(1_000, callback)();
  vi.advanceTimersByTime(60_000);
  expect(callback).not.toHaveBeenCalled();
  expect(FakeWorker.made).toHaveLength(1);
});
