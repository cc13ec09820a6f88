// The visitor's stopwatch: in local storage, the same in every tab; and its time for what shows it: read when it is
// needed, emitted each second, followed by animations.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { replayedClickTime } from '../loading/early-input';
import {
  afterLap,
  afterNaming,
  afterStart,
  afterStop,
  parseStopwatch,
  zeroStopwatch,
  type Stopwatch,
  type StartMoment,
} from './stopwatch';
import { storedValue, useStoredValue } from '../browser/stored-value';
import {
  type Clock,
  type Reading,
  jumpSince,
  timeOf,
  readClocks,
  corrected,
  stepFromMs,
} from '../time/synchronised-clock';
import { onTimeSync, timeSync } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { onEvents } from '../browser/emitter';
import { moveTo, type Moving, following, setTo } from '../time/animated-time';

const stored = storedValue('stopwatch:v1', zeroStopwatch, parseStopwatch);

/** After a wake-up the server's time is awaited this long before the device's clock is used. */
const serverAnswersWithinMs = 2_000;

/** The stopwatch, updated in all tabs; at zero in prerendered pages. */
export function useStopwatch(): Stopwatch {
  return useStoredValue(stored, zeroStopwatch);
}

export function presentStopwatch(): Stopwatch {
  return stored.read();
}

/** The elapsed milliseconds; for a running stopwatch they never decrease. */
export function elapsedOn(stopwatch: Stopwatch): number {
  if (stopwatch.started === null) return stopwatch.banked;
  return timeOf(readingOf(stopwatch), readClocks());
}

/** A click before hydration counts from its own time. The button said Start then, so such a click stops nothing. */
export function startOrStop(): void {
  const stopwatch = stored.read();
  const early = replayedClickTime();
  if (stopwatch.started === null) {
    start(stopwatch, early === null ? readClocks() : clocksAt(early));
  } else if (early === null) {
    endWaiting();
    stored.write(afterStop(stopwatch, elapsedOn(stopwatch)));
  }
}

/** Takes a lap, of a running stopwatch only. */
export function takeLap(): void {
  const stopwatch = stored.read();
  if (stopwatch.started === null) return;
  endWaiting();
  stored.write(afterLap(stopwatch, elapsedOn(stopwatch)));
}

/** Renames a lap; an empty name removes it. */
export function nameLap(number: number, name: string): void {
  stored.write(afterNaming(stored.read(), number, name));
}

/** Resets the stopwatch; returns its previous state, for undo. */
export function resetStopwatch(): Stopwatch {
  const before = stored.read();
  stored.write(zeroStopwatch);
  return before;
}

/** Whether nothing was done since a reset, in any tab. */
export function isAtZero(): boolean {
  const { banked, started } = stored.read();
  return started === null && banked === 0;
}

/** Calls back after every change, in this tab or another. */
export const onStopwatchChange = stored.subscribe;

/** Restores a stopwatch after a reset; one that ran has continued meanwhile. */
export function restoreStopwatch(stopwatch: Stopwatch): void {
  stored.write(stopwatch);
}

/** Corrects a running stopwatch after sleep and when the server answers, until the returned function is called. */
export function keepStopwatchInSync(): () => void {
  const stopSync = onTimeSync(() => {
    rememberServer();
    reconcile();
  });
  const stopWaking = onWake(() => {
    clearTimeout(waiting);
    if (timeSync().source === 'device') reconcile();
    else waiting = setTimeout(reconcile, serverAnswersWithinMs);
  });
  return () => {
    endWaiting();
    stopSync();
    stopWaking();
  };
}

/** Runs between a wake-up and the server's answer. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** A button that is pressed shortly after a wake-up uses the device's clock. */
function endWaiting(): void {
  if (waiting !== undefined) reconcile();
}

/** This tab's reading, and the run that it belongs to. */
let reading: { readonly run: string; clock: Clock } | null = null;

function start(stopwatch: Stopwatch, at: Reading): void {
  const next = afterStart(stopwatch, { wall: at.wall, behindMs: behindServer() });
  reading = { run: runOf(next), clock: readingFrom(at, next.banked) };
  stored.write(next);
}

/** The clocks at a recent instant. */
function clocksAt(monotonic: number): Reading {
  const now = readClocks();
  return { monotonic, wall: now.wall - (now.monotonic - monotonic) };
}

/** For a run that began here, from its start; for one from storage, by the wall clock. */
function readingOf(stopwatch: Stopwatch): Clock {
  const run = runOf(stopwatch);
  if (reading?.run !== run) {
    const now = readClocks();
    const elapsed = elapsedByWall(stopwatch, now.wall, behindServer());
    // No lap can be in the future.
    const least = stopwatch.lapTotals.at(-1) ?? 0;
    reading = { run, clock: readingFrom(now, Math.max(least, elapsed)) };
  }
  return reading.clock;
}

function runOf({ banked, started }: Stopwatch): string {
  return `${banked} ${started?.wall ?? ''}`;
}

function reconcile(): void {
  clearTimeout(waiting);
  waiting = undefined;
  const stopwatch = stored.read();
  if (stopwatch.started === null) return;
  const clock = readingOf(stopwatch);
  const now = readClocks();
  const elapsed = elapsedByWall(stopwatch, now.wall, behindServer());
  reading = { run: runOf(stopwatch), clock: reconciled(clock, now, elapsed) };
}

/** If a stopwatch was started before the server answered, its start gets the device's offset afterwards. */
function rememberServer(): void {
  const stopwatch = stored.read();
  if (stopwatch.started?.behindMs !== null) return;
  const now = readClocks();
  // Only if the device's clock was not set since the start does the present offset apply to it.
  const since = {
    monotonic: now.monotonic - elapsedOn(stopwatch) + stopwatch.banked,
    wall: stopwatch.started.wall,
  };
  if (jumpSince(since, now) !== 0) return;
  stored.write({ ...stopwatch, started: { ...stopwatch.started, behindMs: behindServer() } });
}

function behindServer(): number | null {
  const { source, deviceBehindMs } = timeSync();
  return source === 'server' ? deviceBehindMs : null;
}

/** Two clocks cannot be read at the same instant; a smaller difference is ignored. */
const agreementMs = 20;
/** If the device's offset from the server changes by more than this, its clock was set. */
const clockSetFromMs = 250;

/** A reading that shows `elapsed` now and continues with the monotonic clock. */
export function readingFrom(now: Reading, elapsed: number): Clock {
  return { source: 'device', since: now, time: elapsed, slew: 0 };
}

/**
 * The elapsed time by the wall clock, which includes sleep and reloads. If the offsets from the server then and now
 * show that the clock was set in between, that is subtracted.
 */
export function elapsedByWall(
  { banked, started }: Stopwatch,
  wall: number,
  behindMs: number | null,
): number {
  if (started === null) return banked;
  const passed = wall - started.wall + clockSetBy(started, behindMs);
  return banked + Math.max(0, passed);
}

/**
 * The reading corrected towards `elapsed`: small differences gradually, a sleep at once. It never runs backwards, and a
 * large negative correction is refused: the monotonic clock may stop, but it never runs too fast.
 */
export function reconciled(reading: Clock, now: Reading, elapsed: number): Clock {
  const error = elapsed - timeOf(reading, now);
  if (Math.abs(error) < agreementMs || error <= -stepFromMs) return reading;
  return corrected(reading, now, elapsed - now.monotonic);
}

function clockSetBy(started: StartMoment, behindMs: number | null): number {
  if (started.behindMs === null || behindMs === null) return 0;
  const change = behindMs - started.behindMs;
  return Math.abs(change) < clockSetFromMs ? 0 : change;
}

export interface Elapsed {
  readonly running: boolean;
  /** The milliseconds now. */
  readonly read: () => number;
}

/** The elapsed time: one object during a run, also when laps are taken. */
export function useElapsed({ banked, started }: Stopwatch): Elapsed {
  const run = started?.wall ?? null;
  return useMemo(
    () => ({
      running: run !== null,
      read: () => (run === null ? banked : elapsedOn(presentStopwatch())),
    }),
    [banked, run],
  );
}

/** The part of a time that began at `start`. */
export function elapsedSince({ running, read }: Elapsed, start: number): Elapsed {
  return { running, read: () => Math.max(0, read() - start) };
}

/**
 * Calls back now, and every second while it runs, until the returned function is called. Browsers slow this down in a
 * hidden window, which is good enough for a title.
 */
export function onElapsedSeconds(
  { running, read }: Elapsed,
  listener: () => void,
  view: Window = window,
): () => void {
  let timeout: number | undefined;

  function tick() {
    listener();
    view.clearTimeout(timeout);
    if (running) timeout = view.setTimeout(tick, Math.ceil(1000 - (read() % 1000)));
  }

  tick();
  const stop = onEvents(view.document, ['visibilitychange'], tick);
  return () => {
    view.clearTimeout(timeout);
    stop();
  };
}

/**
 * Keeps animations at a running time, until the returned function is called; then they are cancelled. Calls `eachSecond`
 * as `onElapsedSeconds` does.
 */
export function animateElapsed(
  elapsed: Elapsed,
  moving: readonly Moving[],
  view: Window = window,
  eachSecond: () => void = () => undefined,
): () => void {
  let movement = setTo(elapsed.read(), readClocks().monotonic);
  moveTo(moving, movement, view);
  const stop = onElapsedSeconds(
    elapsed,
    () => {
      eachSecond();
      const next = following(movement, readClocks().monotonic, elapsed.read());
      if (next === movement) return;
      movement = next;
      moveTo(moving, movement, view);
    },
    view,
  );
  return () => {
    stop();
    moving.forEach(({ animation }) => {
      animation.cancel();
    });
  };
}

/** Whole elapsed seconds of a running stopwatch, which change at most once a second; null if it is stopped. */
export function useElapsedSeconds(stopwatch: Stopwatch): number | null {
  const elapsed = useElapsed(stopwatch);
  const subscribe = useCallback(
    (listener: () => void) => onElapsedSeconds(elapsed, listener),
    [elapsed],
  );
  return useSyncExternalStore(
    subscribe,
    () => (elapsed.running ? Math.floor(elapsed.read() / 1000) : null),
    () => null,
  );
}
