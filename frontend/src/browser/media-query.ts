// Whether media queries match; false until hydration.
import { useCallback, useSyncExternalStore } from 'react';
import { onEvents } from './listeners';

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

/** Whether the visitor prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}
