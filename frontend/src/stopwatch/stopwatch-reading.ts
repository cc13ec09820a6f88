// Reading a running stopwatch: the difference of monotonic readings, put right only after a sleep or a reload.
import {
  corrected,
  stepFromMs,
  timeOf,
  type Clock,
  type Reading,
} from '../time/synchronised-clock';
import type { StartMoment, Stopwatch } from './stopwatch';

/** Two readings of two clocks agree no better than this; such a difference is left alone. */
const agreementMs = 20;
/** The device's distance from the server changes by more than this only if its clock was set. */
const clockSetFromMs = 250;

/** A reading that shows `elapsed` now and runs on with the monotonic clock. */
export function readingFrom(now: Reading, elapsed: number): Clock {
  return { source: 'device', since: now, time: elapsed, owed: 0 };
}

/**
 * Elapsed by the wall clock, which goes on through sleep and reloads. Where the server's word at the start
 * and now shows that the clock was set in between, that is taken out.
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
 * The reading brought nearer to `elapsed`: small differences are let in slowly, a sleep at once. It never runs
 * backwards, and a large step back is refused: the monotonic clock may stand still, but it never counts too much.
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
