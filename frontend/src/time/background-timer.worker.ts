// Runs timeouts in a worker, because a hidden tab's own timers are slowed down.
import type { Pending } from './pending-timeouts';
import { nextLook, remaining } from './pending-timeouts';
import type { Reading } from './synchronised-clock';
import { jumpSince } from './synchronised-clock';

/** Messages from the page. */
export type TimerRequest =
  { readonly arm: number; readonly delayMs: number } | { readonly disarm: number };

/** Messages from the worker: a timeout is due, or the device's two clocks have diverged. */
export type TimerReport = { readonly due: number } | { readonly leaptMs: number };

const pending = new Map<number, Pending>();
let lastLook = readClocks();
let next: ReturnType<typeof setTimeout> | undefined;

self.onmessage = ({ data }: MessageEvent<TimerRequest>) => {
  if ('arm' in data) {
    pending.set(data.arm, { id: data.arm, delayMs: data.delayMs, armedAt: readClocks() });
  } else {
    pending.delete(data.disarm);
  }
  look();
};

function look(): void {
  clearTimeout(next);
  const now = readClocks();
  const leaptMs = jumpSince(lastLook, now);
  lastLook = now;
  if (leaptMs !== 0) report({ leaptMs });
  for (const one of pending.values()) {
    if (remaining(one, now) > 0) continue;
    pending.delete(one.id);
    report({ due: one.id });
  }
  next = setTimeout(look, nextLook([...pending.values()], now));
}

function report(message: TimerReport): void {
  self.postMessage(message);
}

function readClocks(): Reading {
  return { monotonic: performance.now(), wall: Date.now() };
}

look();
