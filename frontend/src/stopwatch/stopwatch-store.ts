// The visitor's one stopwatch: kept in local storage, the same in every tab, read without a tick.
import { replayedClickTime } from '../loading/early-input';
import { readingFrom, reconciled, elapsedByWall } from './stopwatch-reading';
import {
  afterLap,
  afterNaming,
  afterStart,
  afterStop,
  parseStopwatch,
  zeroStopwatch,
  type Stopwatch,
} from './stopwatch';
import { storedValue, useStoredValue } from '../browser/stored-value';
import { leapSince, timeOf, type Clock, type Reading } from '../time/synchronised-clock';
import { onTimeSync, readClocks, timeSync } from '../time/synchronised-time';
import { onWake } from '../time/wake';

const stored = storedValue('stopwatch:v1', zeroStopwatch, parseStopwatch);

/** After a waking the server's word is waited for this long before the device's clock is believed. */
const serverAnswersWithinMs = 2_000;

/** The stopwatch, alive in all tabs; at zero in prerendered pages. */
export function useStopwatch(): Stopwatch {
  return useStoredValue(stored, zeroStopwatch);
}

export function presentStopwatch(): Stopwatch {
  return stored.read();
}

/** Milliseconds on a stopwatch now; of a running one they never go backwards. */
export function elapsedOn(stopwatch: Stopwatch): number {
  if (stopwatch.started === null) return stopwatch.banked;
  return timeOf(readingOf(stopwatch), readClocks());
}

/** A click from before the page was hydrated counts from then; its button said Start, so it stops nothing. */
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

/** Gives the lap with this number a name; an empty one takes its name away. */
export function nameLap(number: number, name: string): void {
  stored.write(afterNaming(stored.read(), number, name));
}

/** Stops at zero without laps. Returns what it was, for those who want it back. */
export function resetStopwatch(): Stopwatch {
  const before = stored.read();
  stored.write(zeroStopwatch);
  return before;
}

/** Gives back what was reset; one that ran has run on meanwhile. */
export function restoreStopwatch(stopwatch: Stopwatch): void {
  stored.write(stopwatch);
}

/** Puts a running stopwatch right after sleep and when a server answers, until the returned function is called. */
export function keepStopwatchRight(): () => void {
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

/** Runs between a waking and the server's word. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Whoever presses a button so soon after a waking gets what the device's clock says. */
function endWaiting(): void {
  if (waiting !== undefined) reconcile();
}

/** This tab's reading, and which run of the stopwatch it is of. */
let reading: { readonly run: string; clock: Clock } | null = null;

function start(stopwatch: Stopwatch, at: Reading): void {
  const next = afterStart(stopwatch, { wall: at.wall, behindMs: behindServer() });
  reading = { run: runOf(next), clock: readingFrom(at, next.banked) };
  stored.write(next);
}

/** What the clocks said a little while ago. */
function clocksAt(monotonic: number): Reading {
  const now = readClocks();
  return { monotonic, wall: now.wall - (now.monotonic - monotonic) };
}

/** Of a run that began here, from its start; of one found in storage, from what the wall clock says. */
function readingOf(stopwatch: Stopwatch): Clock {
  const run = runOf(stopwatch);
  if (reading?.run !== run) {
    const now = readClocks();
    const elapsed = elapsedByWall(stopwatch, now.wall, behindServer());
    // No lap is later than now, whoever took it.
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

/** A stopwatch started before any server answered learns afterwards how far the device was behind then. */
function rememberServer(): void {
  const stopwatch = stored.read();
  if (stopwatch.started?.behindMs !== null) return;
  const now = readClocks();
  // Only where the device's clock was not set since the start does today's distance hold for then.
  const since = {
    monotonic: now.monotonic - elapsedOn(stopwatch) + stopwatch.banked,
    wall: stopwatch.started.wall,
  };
  if (leapSince(since, now) !== 0) return;
  stored.write({ ...stopwatch, started: { ...stopwatch.started, behindMs: behindServer() } });
}

function behindServer(): number | null {
  const { source, deviceBehindMs } = timeSync();
  return source === 'server' ? deviceBehindMs : null;
}
