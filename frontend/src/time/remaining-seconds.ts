// How many seconds are left until an instant, changing exactly when one of them is over.
import { useCallback, useSyncExternalStore } from 'react';
import { useShownIn } from '../browser/shown-in';
import { onEachSecond } from './second-edges';
import { synchronisedNow } from './synchronised-time';

/** Whole seconds until `end`, the running one counted in: 1 in the last second, 0 from the end on. */
export function remainingSeconds(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000));
}

/** The remaining seconds, alive; null in prerendered pages and where there is no end. */
export function useRemainingSeconds(end: number | null): number | null {
  const view = useShownIn();
  const subscribe = useCallback(
    (listener: () => void) =>
      end === null ? () => undefined : onEachSecond(end, listener, { end, view: view ?? window }),
    [end, view],
  );
  return useSyncExternalStore(
    subscribe,
    () => (end === null ? null : remainingSeconds(end, synchronisedNow())),
    () => null,
  );
}
