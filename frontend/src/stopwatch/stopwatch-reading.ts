// Reads a running stopwatch: by the monotonic clock, corrected after a sleep or a reload only.
import type { Clock, Reading } from '../time/synchronised-clock';
import { corrected, stepFromMs, timeOf } from '../time/synchronised-clock';
import type { StartMoment, Stopwatch } from './stopwatch';

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
