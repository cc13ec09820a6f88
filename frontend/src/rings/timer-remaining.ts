// The time left of a timer: from its end and the synchronised time while it runs, otherwise from the server.
import { atPresent } from './timer-steps';
import { remainingSeconds, useRemainingSeconds } from '../time/second-edges';
import { synchronisedNow } from '../time/synchronised-time';
import type { Timer } from '../model/types';

/** When a running timer ends, in milliseconds since the epoch; null if it is stopped. */
export function endOf(timer: Timer): number | null {
  return timer.endsAt === null ? null : Date.parse(timer.endsAt);
}

/** The seconds left of a timer, updated while it runs. */
export function useTimerSeconds(timer: Timer): number {
  const running = useRemainingSeconds(endOf(timer));
  return running ?? remainingSeconds(timer.remainingMs, 0);
}

/** A timer in its present step, updated by itself: the next step does not wait for the server. */
export function usePresentTimer(timer: Timer): Timer {
  // Renders again at the end of the step.
  const isOver = useTimerSeconds(timer) === 0;
  return isOver ? atPresent(timer, synchronisedNow()) : timer;
}

/** The running timer that ends first; null if none runs. */
export function firstToEnd(timers: readonly Timer[]): Timer | null {
  const running = timers.filter((timer) => timer.endsAt !== null);
  return running.reduce<Timer | null>(
    (first, timer) => (first === null || (endOf(timer) ?? 0) < (endOf(first) ?? 0) ? timer : first),
    null,
  );
}
