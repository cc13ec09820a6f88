// Which timeouts are due, over readings that are handed in: what the background timer's worker runs on.
import type { Reading } from './synchronised-clock';

export interface Pending {
  readonly id: number;
  readonly delayMs: number;
  readonly armedAt: Reading;
}

/** The longest the worker sleeps at a stretch, so that it soon sees that the machine has slept. */
export const watchMs = 2_000;

/** What remains of a timeout: of its two clocks the one that got further counts. */
export function remaining({ delayMs, armedAt }: Omit<Pending, 'id'>, now: Reading): number {
  const elapsed = Math.max(now.monotonic - armedAt.monotonic, now.wall - armedAt.wall);
  return Math.max(0, delayMs - elapsed);
}

/** Milliseconds until the next look at the clock. */
export function nextLook(pending: readonly Pending[], now: Reading): number {
  return pending.reduce((soonest, one) => Math.min(soonest, remaining(one, now)), watchMs);
}
