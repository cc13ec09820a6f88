// How many seconds have passed since an instant, changing exactly when another one has.
import { useCallback, useSyncExternalStore } from 'react';
import { synchronisedNow } from './synchronised-time';

/** Whole seconds that are over since `start`: 0 in the first one. */
export function elapsedSeconds(start: number, now: number): number {
  return Math.max(0, Math.floor((now - start) / 1000));
}

/** The elapsed seconds, alive; a hidden tab shows nothing, so nothing ticks there. */
export function useElapsedSeconds(start: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timeout: ReturnType<typeof setTimeout> | undefined;
      const schedule = () => {
        clearTimeout(timeout);
        if (document.hidden) return;
        const over = (synchronisedNow() - start) % 1000;
        timeout = setTimeout(tick, Math.ceil(over < 0 ? -over : 1000 - over));
      };
      const tick = () => {
        listener();
        schedule();
      };
      schedule();
      document.addEventListener('visibilitychange', tick);
      return () => {
        clearTimeout(timeout);
        document.removeEventListener('visibilitychange', tick);
      };
    },
    [start],
  );
  return useSyncExternalStore(
    subscribe,
    () => elapsedSeconds(start, synchronisedNow()),
    () => 0,
  );
}
