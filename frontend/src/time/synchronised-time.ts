// The time all clocks, alarms and timers of this page run on, and the one ticker that shows it.
import { useSyncExternalStore } from 'react';
import type { Clock, Reading } from './synchronised-clock';
import { afterLeap, corrected, deviceClock, timeOf } from './synchronised-clock';
import type { Estimate } from './time-estimate';

export interface TimeSync {
  /** Where the time comes from: the server, or this device as long as none has answered. */
  readonly source: 'server' | 'device';
  /** How far the device's clock is behind, in milliseconds; negative where it is ahead. */
  readonly deviceBehindMs: number;
  /** The synchronised time is right within this; null without a server. */
  readonly errorBoundMs: number | null;
}

const unsynchronised: TimeSync = { source: 'device', deviceBehindMs: 0, errorBoundMs: null };

let clock: Clock | null = null;
let sync = unsynchronised;
const syncListeners = new Set<() => void>();

/** Milliseconds since the epoch, with fractions. */
export function synchronisedNow(): number {
  const now = readClocks();
  clock = clock === null ? deviceClock(now) : afterLeap(clock, now);
  return timeOf(clock, now);
}

/** What the device's clocks say now. */
export function readClocks(): Reading {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** Takes over what an exchange with the server showed. */
export function adoptEstimate({ offset, errorBound }: Estimate): void {
  const now = readClocks();
  clock = corrected(clock ?? deviceClock(now), now, offset);
  sync = {
    source: 'server',
    deviceBehindMs: now.monotonic + offset - now.wall,
    errorBoundMs: errorBound,
  };
  syncListeners.forEach((listener) => {
    listener();
  });
  tick();
}

/** How the time shown was come by. */
export function useTimeSync(): TimeSync {
  return useSyncExternalStore(onTimeSync, timeSync, () => unsynchronised);
}

/** How the time was come by at last. */
export function timeSync(): TimeSync {
  return sync;
}

/** Calls whenever a server has told the time, until the returned function is called. */
export function onTimeSync(listener: () => void): () => void {
  syncListeners.add(listener);
  return () => {
    syncListeners.delete(listener);
  };
}

/** The running second as milliseconds since the epoch; null until the page is alive in a browser. */
export function useSecond(): number | null {
  return useSyncExternalStore(onSecond, currentSecond, () => null);
}

/** The running minute as milliseconds since the epoch; null until the page is alive in a browser. */
export function useMinute(): number | null {
  return useSyncExternalStore(onSecond, currentMinute, () => null);
}

const secondListeners = new Set<() => void>();
let nextTick: ReturnType<typeof setTimeout> | undefined;

/** Calls at each second's edge, on a correction of the time, and when a hidden tab is shown again. */
export function onSecond(listener: () => void): () => void {
  secondListeners.add(listener);
  if (secondListeners.size === 1) {
    document.addEventListener('visibilitychange', tick);
    schedule();
  }
  return () => {
    secondListeners.delete(listener);
    if (secondListeners.size === 0) {
      document.removeEventListener('visibilitychange', tick);
      clearTimeout(nextTick);
    }
  };
}

function currentSecond(): number {
  return Math.floor(synchronisedNow() / 1000) * 1000;
}

/** The running minute as milliseconds since the epoch. */
export function currentMinute(): number {
  return Math.floor(synchronisedNow() / 60_000) * 60_000;
}

function tick(): void {
  secondListeners.forEach((listener) => {
    listener();
  });
  schedule();
}

/** Aims at the second's edge; nothing is shown in a hidden tab, so nothing ticks there. */
function schedule(): void {
  clearTimeout(nextTick);
  if (secondListeners.size === 0 || document.hidden) return;
  const now = synchronisedNow();
  nextTick = setTimeout(tick, Math.ceil(Math.floor(now / 1000) * 1000 + 1000 - now));
}
