// Timeouts that are not slowed down in a hidden tab, kept by a worker; without a worker, ordinary timeouts.
import { createEmitter } from '../browser/emitter';
import type { TimerReport, TimerRequest } from './background-timer.worker';
import { remaining } from './pending-timeouts';
import { type Reading, readClocks } from './synchronised-clock';

interface Waiting {
  readonly callback: () => void;
  readonly delayMs: number;
  readonly armedAt: Reading;
  /** The page's own timeout: instead of the worker's, or to notice that the worker has died. */
  timeout?: ReturnType<typeof setTimeout>;
}

/** A worker that is this late has died: browsers end workers silently when memory is low. */
const workerLateMs = 5_000;
/** A longer timeout would fire at once. */
const longestTimeoutMs = 2 ** 31 - 1;

const waiting = new Map<number, Waiting>();
const jumpListeners = createEmitter();
let lastId = 0;
let worker: Worker | null = null;
let started = false;
let isWatching = false;

/** Calls back after a delay, even in a hidden tab; the returned function cancels it. */
export function after(delayMs: number, callback: () => void): () => void {
  lastId += 1;
  const id = lastId;
  waiting.set(id, { callback, delayMs, armedAt: readClocks() });
  arm(id);
  return () => {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    clearTimeout(one.timeout);
    ask({ disarm: id });
  };
}

/** While something is armed, a sleep of the device is noticed within two seconds of its end, otherwise within thirty. */
export function watchForSleep(watches: boolean): void {
  if (watches === isWatching) return;
  isWatching = watches;
  ask({ watches });
}

/** Calls back when the device turns out to have slept, or its clock to have been set. */
export function onClockJump(listener: () => void): () => void {
  start();
  return jumpListeners.subscribe(listener);
}

function arm(id: number): void {
  const one = waiting.get(id);
  if (one === undefined) return;
  start();
  // Browsers cut fractions off, and would call back too early.
  const delayMs = Math.ceil(leftOf(one));
  if (worker !== null) ask({ arm: id, delayMs });
  const lateMs = worker === null ? 0 : workerLateMs;
  clearTimeout(one.timeout);
  one.timeout = setTimeout(
    () => {
      if (leftOf(one) > 0) {
        arm(id);
      } else {
        if (worker !== null) replaceWorker();
        fire(id);
      }
    },
    Math.min(delayMs + lateMs, longestTimeoutMs),
  );
}

function leftOf({ delayMs, armedAt }: Waiting): number {
  return remaining({ delayMs, armedAt }, readClocks());
}

function fire(id: number): void {
  const one = waiting.get(id);
  clearTimeout(one?.timeout);
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
  worker = newWorker();
  if (isWatching) ask({ watches: isWatching });
}

function newWorker(): Worker {
  const made = new Worker(new URL('./background-timer.worker.ts', import.meta.url));
  made.onmessage = ({ data }: MessageEvent<TimerReport>) => {
    if ('due' in data) fire(data.due);
    else jumpListeners.emit();
  };
  // The worker cannot be loaded: its pending timeouts become ordinary ones.
  made.onerror = () => {
    made.terminate();
    if (worker !== made) return;
    worker = null;
    armAll();
  };
  return made;
}

function replaceWorker(): void {
  worker?.terminate();
  worker = newWorker();
  ask({ watches: isWatching });
  armAll();
}

function armAll(): void {
  for (const id of [...waiting.keys()]) arm(id);
}
