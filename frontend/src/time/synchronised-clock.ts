// A clock that follows a server's time without jumps: pure functions of readings of the device's clocks.

/** The device's two clocks at one instant, in milliseconds. */
export interface Reading {
  /** `performance.now()`: cannot be set, but stands still while most machines sleep. */
  readonly monotonic: number;
  /** `Date.now()`: goes on during sleep, but can be set by people and daemons. */
  readonly wall: number;
}

/** The device's clocks now. */
export function readClocks(): Reading {
  return { monotonic: performance.now(), wall: Date.now() };
}

export interface Clock {
  readonly source: 'device' | 'server';
  /** The readings at which the clock showed `time`. */
  readonly since: Reading;
  /** The clock's time at `since`. */
  readonly time: number;
  /** The correction that is still to be applied; negative if the clock is ahead. */
  readonly slew: number;
}

/** A correction this large is applied at once; a smaller one gradually. */
export const stepFromMs = 1000;
/** How much faster or slower the clock runs during a correction. */
const slewRate = 0.1;
/** The device's clocks diverge by more than this only if it slept or was set. */
const jumpFromMs = 250;

/** A clock that is not synchronised yet. */
export function deviceClock(now: Reading): Clock {
  return { source: 'device', since: now, time: now.wall, slew: 0 };
}

/** The clock's time; it never goes backwards between two calls. */
export function timeOf(clock: Clock, now: Reading): number {
  const elapsed = Math.max(0, now.monotonic - clock.since.monotonic);
  return clock.time + elapsed + slewed(clock.slew, elapsed);
}

/** How far the wall clock ran ahead of the monotonic one, because of sleep or because it was set. */
export function jumpSince(since: Reading, now: Reading): number {
  const jump = now.wall - since.wall - (now.monotonic - since.monotonic);
  return Math.abs(jump) < jumpFromMs ? 0 : jump;
}

/**
 * The clock after the device's clocks have diverged. A forward difference counts as sleep. After a backward one
 * somebody set the wall clock, which does not matter to a synchronised clock.
 */
export function afterJump(clock: Clock, now: Reading): Clock {
  const jump = jumpSince(clock.since, now);
  if (jump === 0) return clock;
  const follows = jump > 0 || clock.source === 'device';
  return movedOn(clock, now, follows ? jump : 0);
}

/** The clock corrected by an estimate of the server's time, `monotonic + offset`. */
export function corrected(clock: Clock, now: Reading, offset: number): Clock {
  const error = now.monotonic + offset - timeOf(clock, now);
  const step = Math.abs(error) >= stepFromMs;
  const moved = movedOn(clock, now, step ? error : 0);
  return { ...moved, source: 'server', slew: step ? 0 : error };
}

function movedOn(clock: Clock, now: Reading, by: number): Clock {
  const elapsed = Math.max(0, now.monotonic - clock.since.monotonic);
  const rest = clock.slew - slewed(clock.slew, elapsed);
  return { ...clock, since: now, time: timeOf(clock, now) + by, slew: rest };
}

function slewed(rest: number, elapsed: number): number {
  return Math.sign(rest) * Math.min(Math.abs(rest), elapsed * slewRate);
}
