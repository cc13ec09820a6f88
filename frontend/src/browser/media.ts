// Hooks for media queries.
import { useSyncExternalStore } from 'react';

/** A hook for whether a query matches; false until hydration. */
export function mediaHook(query: string): () => boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query);
    media.addEventListener('change', listener);
    return () => {
      media.removeEventListener('change', listener);
    };
  };
  const matches = () => matchMedia(query).matches;
  return function useMatch() {
    return useSyncExternalStore(subscribe, matches, () => false);
  };
}
