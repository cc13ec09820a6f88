// Whether the server can be reached, judging by the last request.
import { useSyncExternalStore } from 'react';

let away = false;
const listeners = new Set<() => void>();

/** Records whether a request got any response. */
export function noteReached(isReached: boolean): void {
  if (away === !isReached) return;
  away = !isReached;
  listeners.forEach((listener) => {
    listener();
  });
}

/** Whether the last request got no response. */
export function isAwayNow(): boolean {
  return away;
}

/** True while the server cannot be reached. */
export function useAway(): boolean {
  return useSyncExternalStore(subscribe, isAwayNow, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
