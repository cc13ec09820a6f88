// Values that only the browser knows, and that built pages therefore cannot contain.
import { useSyncExternalStore, useCallback } from 'react';
import { onEvents } from './emitter';

/** The value that does not change while the page is open; `built` in built pages and until hydration. */
export function useInBrowser<Value>(read: () => Value, built: Value): Value {
  return useSyncExternalStore(never, read, () => built);
}

function never(): () => void {
  return () => undefined;
}

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => onEvents(matchMedia(query), ['change'], listener),
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}
