// Whether the server can be reached, judging by the last request.
import { useSyncExternalStore } from 'react';
import { listenersTo } from '../browser/listeners';

let away = false;
const listeners = listenersTo();

/** Records whether a request got any response. */
export function noteReached(isReached: boolean): void {
  if (away === !isReached) return;
  away = !isReached;
  listeners.notify();
}

/** Whether the last request got no response. */
export function isAwayNow(): boolean {
  return away;
}

/** True while the server cannot be reached. */
export function useAway(): boolean {
  return useSyncExternalStore(listeners.add, isAwayNow, () => false);
}
