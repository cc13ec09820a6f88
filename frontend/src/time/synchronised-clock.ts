// A clock that follows a server's time without jumping: arithmetic over readings that are handed in.

/** What the device's two clocks say at one moment, in milliseconds. */
export interface Reading {
  /** `performance.now()`: never set by anyone, but standing still while most machines sleep. */
  readonly monotonic: number;
  /** `Date.now()`: goes on during sleep, but people and daemons set it. */
  readonly wall: number;
}

export interface Clock {
  readonly source: 'device' | 'server';
  /** The moment from which `time` counts on. */
  readonly since: Reading;
  /** The clock's time at `since`. */
  readonly time: number;
  /** Correction still to be let in; negative where the clock is ahead. */
  readonly owed: number;
}

/** A correction this large is made at once; a smaller one is let in slowly. */
export const stepFromMs = 1000;
/** Share by which the clock runs faster or slower while a correction is let in. */
const slewRate = 0.1;
/** The device's clocks part by more than this only if it slept or was set. */
const leapFromMs = 250;

/** A clock that knows no server yet. */
export function deviceClock(now: Reading): Clock {
  return { source: 'device', since: now, time: now.wall, owed: 0 };
}

/** What the clock says; between two calls it never goes backwards. */
export function timeOf(clock: Clock, now: Reading): number {
  const elapsed = Math.max(0, now.monotonic - clock.since.monotonic);
  return clock.time + elapsed + letIn(clock.owed, elapsed);
}

/** How far the wall clock ran ahead of the monotonic one: sleep, or a clock that was set. */
export function leapSince(since: Reading, now: Reading): number {
  const leap = now.wall - since.wall - (now.monotonic - since.monotonic);
  return Math.abs(leap) < leapFromMs ? 0 : leap;
}

/**
 * The clock after a leap of the device's clocks. Forwards it is taken for sleep; backwards somebody set the
 * wall clock, which is nothing to a clock that has a server's time.
 */
export function afterLeap(clock: Clock, now: Reading): Clock {
  const leap = leapSince(clock.since, now);
  if (leap === 0) return clock;
  const follows = leap > 0 || clock.source === 'device';
  return movedOn(clock, now, follows ? leap : 0);
}

/** The clock corrected by an estimate: the server's time is `monotonic + offset`. */
export function corrected(clock: Clock, now: Reading, offset: number): Clock {
  const error = now.monotonic + offset - timeOf(clock, now);
  const step = Math.abs(error) >= stepFromMs;
  const moved = movedOn(clock, now, step ? error : 0);
  return { ...moved, source: 'server', owed: step ? 0 : error };
}

function movedOn(clock: Clock, now: Reading, by: number): Clock {
  const elapsed = Math.max(0, now.monotonic - clock.since.monotonic);
  const owed = clock.owed - letIn(clock.owed, elapsed);
  return { ...clock, since: now, time: timeOf(clock, now) + by, owed };
}

function letIn(owed: number, elapsed: number): number {
  return Math.sign(owed) * Math.min(Math.abs(owed), elapsed * slewRate);
}
