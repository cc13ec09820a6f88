// The time that all clocks, alarms and timers of this page use, and the ticker that shows it.
import { useSyncExternalStore } from 'react';
import { disposeAll, createEmitter, onEvents } from '../browser/emitter';
import type { Clock } from './synchronised-clock';
import { readClocks, afterJump, corrected, deviceClock, timeOf } from './synchronised-clock';

export interface TimeSync {
  /** The source of the time: the server, or this device if none has answered yet. */
  readonly source: 'server' | 'device';
  /** How far the device's clock is behind, in milliseconds; negative if it is ahead. */
  readonly deviceBehindMs: number;
  /** The largest possible error of the synchronised time; null without a server. */
  readonly errorBoundMs: number | null;
}

const unsynchronised: TimeSync = { source: 'device', deviceBehindMs: 0, errorBoundMs: null };

let clock: Clock | null = null;
let sync = unsynchronised;
const syncListeners = createEmitter();

/** Milliseconds since the epoch, with fractions. */
export function synchronisedNow(): number {
  const now = readClocks();
  clock = clock === null ? deviceClock(now) : afterJump(clock, now);
  return timeOf(clock, now);
}

/** What exchanges with the server have shown. */
export interface Estimate {
  /** The server's time minus the device's monotonic time. */
  readonly offset: number;
  /** The true offset is within this many milliseconds. */
  readonly errorBound: number;
}

/** Adopts the result of an exchange with the server. */
export function adoptEstimate({ offset, errorBound }: Estimate): void {
  const now = readClocks();
  clock = corrected(clock ?? deviceClock(now), now, offset);
  sync = {
    source: 'server',
    deviceBehindMs: now.monotonic + offset - now.wall,
    errorBoundMs: errorBound,
  };
  syncListeners.emit();
  tick();
}

/** The source of the time, as a hook. */
export function useTimeSync(): TimeSync {
  return useSyncExternalStore(onTimeSync, timeSync, () => unsynchronised);
}

export function timeSync(): TimeSync {
  return sync;
}

/** Calls back whenever a server has sent the time, until the returned function is called. */
export const onTimeSync = syncListeners.subscribe;

/** The current second in milliseconds since the epoch; null until hydration. */
export function useSecond(): number | null {
  return useSyncExternalStore(onSecond, currentSecond, () => null);
}

/** The current minute in milliseconds since the epoch; null until hydration. */
export function useMinute(): number | null {
  return useSyncExternalStore(onSecond, currentMinute, () => null);
}

const secondListeners = createEmitter(startTicking);
let isTicking = false;
let nextTick: ReturnType<typeof setTimeout> | undefined;

/** Calls back every second, after a correction of the time, and when a hidden tab is shown again. */
export const onSecond = secondListeners.subscribe;

function startTicking(): () => void {
  isTicking = true;
  schedule();
  return disposeAll(onEvents(document, ['visibilitychange'], tick), () => {
    isTicking = false;
    clearTimeout(nextTick);
  });
}

function currentSecond(): number {
  return Math.floor(synchronisedNow() / 1000) * 1000;
}

/** The current minute in milliseconds since the epoch. */
export function currentMinute(): number {
  return Math.floor(synchronisedNow() / 60_000) * 60_000;
}

function tick(): void {
  secondListeners.emit();
  schedule();
}

/** Schedules the next second; not in a hidden tab, which shows nothing. */
function schedule(): void {
  clearTimeout(nextTick);
  if (!isTicking || document.hidden) return;
  const now = synchronisedNow();
  nextTick = setTimeout(tick, Math.ceil(Math.floor(now / 1000) * 1000 + 1000 - now));
}
