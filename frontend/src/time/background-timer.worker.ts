// Runs timeouts in a worker, because a hidden tab's own timers are slowed down.
import { type Pending, idleWatchMs, nextCheckMs, remaining, watchMs } from './pending-timeouts';
import { readClocks, jumpSince } from './synchronised-clock';

/** Messages from the page. */
export type TimerRequest =
  | { readonly arm: number; readonly delayMs: number }
  | { readonly disarm: number }
  | { readonly watches: boolean };

/** Messages from the worker: a timeout is due, or the device's two clocks have diverged. */
export type TimerReport = { readonly due: number } | { readonly leaptMs: number };

const pending = new Map<number, Pending>();
let lastReading = readClocks();
let longestMs = idleWatchMs;
let next: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data }: MessageEvent<TimerRequest>) => {
  if ('arm' in data) {
    pending.set(data.arm, { id: data.arm, delayMs: data.delayMs, armedAt: readClocks() });
  } else if ('disarm' in data) {
    pending.delete(data.disarm);
  } else {
    longestMs = data.watches ? watchMs : idleWatchMs;
  }
  check();
};

function check(): void {
  clearTimeout(next);
  const now = readClocks();
  const leaptMs = jumpSince(lastReading, now);
  lastReading = now;
  if (leaptMs !== 0) report({ leaptMs });
  for (const one of pending.values()) {
    if (remaining(one, now) > 0) continue;
    pending.delete(one.id);
    report({ due: one.id });
  }
  next = setTimeout(check, nextCheckMs([...pending.values()], now, longestMs));
}

function report(message: TimerReport): void {
  self.postMessage(message);
}

check();
