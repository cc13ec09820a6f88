// The seconds until an instant, updated exactly when another one has passed.
import { useCallback, useSyncExternalStore } from 'react';
import { useHostWindow } from '../browser/host-window';
import { onEachSecond } from './second-edges';
import { synchronisedNow } from './synchronised-time';

/** The whole seconds until `end`, including the current one: 1 in the last second, 0 from the end on. */
export function remainingSeconds(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000));
}

/** The remaining seconds as a hook; null in prerendered pages and without an end. */
export function useRemainingSeconds(end: number | null): number | null {
  const view = useHostWindow();
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
