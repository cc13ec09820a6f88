// Timeouts that a hidden tab does not slow down, kept by a worker; without one, ordinary timeouts.
import type { TimerReport, TimerRequest } from './background-timer.worker';

interface Waiting {
  readonly callback: () => void;
  readonly delayMs: number;
  timeout?: ReturnType<typeof setTimeout>;
}

const waiting = new Map<number, Waiting>();
const leapListeners = new Set<() => void>();
let lastId = 0;
let worker: Worker | null = null;
let started = false;

/** Calls back after a delay, hidden or not; the returned function takes it back. */
export function after(delayMs: number, callback: () => void): () => void {
  lastId += 1;
  const id = lastId;
  waiting.set(id, { callback, delayMs });
  arm(id);
  return () => {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    clearTimeout(one.timeout);
    ask({ disarm: id });
  };
}

/** Calls when the device turns out to have slept, or its clock to have been set. */
export function onLeap(listener: () => void): () => void {
  start();
  leapListeners.add(listener);
  return () => {
    leapListeners.delete(listener);
  };
}

function arm(id: number): void {
  const one = waiting.get(id);
  if (one === undefined) return;
  start();
  if (worker !== null) {
    ask({ arm: id, delayMs: one.delayMs });
  } else {
    one.timeout = setTimeout(() => {
      fire(id);
    }, one.delayMs);
  }
}

function fire(id: number): void {
  const one = waiting.get(id);
  waiting.delete(id);
  one?.callback();
}

function ask(request: TimerRequest): void {
  worker?.postMessage(request);
}

function start(): void {
  if (started) return;
  started = true;
  if (typeof Worker !== 'function') return;
  worker = new Worker(new URL('./background-timer.worker.ts', import.meta.url));
  worker.onmessage = ({ data }: MessageEvent<TimerReport>) => {
    if ('due' in data) {
      fire(data.due);
    } else {
      leapListeners.forEach((listener) => {
        listener();
      });
    }
  };
  // A worker that cannot be loaded: what waits for it goes on without.
  worker.onerror = () => {
    worker?.terminate();
    worker = null;
    for (const id of waiting.keys()) arm(id);
  };
}
