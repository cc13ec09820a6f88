// Which timeouts are due: pure functions of clock readings, used by the background timer's worker.
import type { Reading } from './synchronised-clock';

export interface Pending {
  readonly id: number;
  readonly delayMs: number;
  readonly armedAt: Reading;
}

/** The longest sleep of the worker while something is armed, so that it soon notices that the machine has slept. */
export const watchMs = 2_000;
/** The longest sleep of the worker otherwise, which costs less energy. */
export const idleWatchMs = 30_000;

/** The remaining time of a timeout. Of its two clocks the one that has advanced more counts. */
export function remaining({ delayMs, armedAt }: Omit<Pending, 'id'>, now: Reading): number {
  const elapsed = Math.max(now.monotonic - armedAt.monotonic, now.wall - armedAt.wall);
  return Math.max(0, delayMs - elapsed);
}

/** Milliseconds until the next check, at most `longestMs`. */
export function nextCheckMs(pending: readonly Pending[], now: Reading, longestMs: number): number {
  return pending.reduce((soonest, one) => Math.min(soonest, remaining(one, now)), longestMs);
}
