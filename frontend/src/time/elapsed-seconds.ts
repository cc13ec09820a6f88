// The seconds since an instant, updated exactly when another one has passed.
import { useCallback, useSyncExternalStore } from 'react';
import { onEachSecond } from './second-edges';
import { synchronisedNow } from './synchronised-time';

/** The whole seconds since `start`: 0 during the first one. */
export function elapsedSeconds(start: number, now: number): number {
  return Math.max(0, Math.floor((now - start) / 1000));
}

/** The elapsed seconds as a hook; not updated in a hidden tab. */
export function useElapsedSeconds(start: number): number {
  const subscribe = useCallback((listener: () => void) => onEachSecond(start, listener), [start]);
  return useSyncExternalStore(
    subscribe,
    () => elapsedSeconds(start, synchronisedNow()),
    () => 0,
  );
}
