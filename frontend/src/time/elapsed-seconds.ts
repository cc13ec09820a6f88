// How many seconds have passed since an instant, changing exactly when another one has.
import { useCallback, useSyncExternalStore } from 'react';
import { onEachSecond } from './second-edges';
import { synchronisedNow } from './synchronised-time';

/** Whole seconds that are over since `start`: 0 in the first one. */
export function elapsedSeconds(start: number, now: number): number {
  return Math.max(0, Math.floor((now - start) / 1000));
}

/** The elapsed seconds, alive; a hidden tab shows nothing, so nothing ticks there. */
export function useElapsedSeconds(start: number): number {
  const subscribe = useCallback((listener: () => void) => onEachSecond(start, listener), [start]);
  return useSyncExternalStore(
    subscribe,
    () => elapsedSeconds(start, synchronisedNow()),
    () => 0,
  );
}
