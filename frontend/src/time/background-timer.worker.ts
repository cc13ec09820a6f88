// Counts timeouts down in a worker, where a hidden tab's timers are not slowed down.
import type { Pending } from './pending-timeouts';
import { nextLook, remaining } from './pending-timeouts';
import type { Reading } from './synchronised-clock';
import { leapSince } from './synchronised-clock';

/** What the page asks for. */
export type TimerRequest =
  { readonly arm: number; readonly delayMs: number } | { readonly disarm: number };

/** What the worker says: a timeout is due, or the device's clocks have parted. */
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
  const leaptMs = leapSince(lastLook, now);
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
