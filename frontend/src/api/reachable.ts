// Whether the server can be reached, judging by the last request.
import { useSyncExternalStore } from 'react';
import { createEmitter } from '../browser/emitter';

let away = false;
const listeners = createEmitter();

/** Records whether a request got any response. */
export function noteReached(isReached: boolean): void {
  if (away === !isReached) return;
  away = !isReached;
  listeners.emit();
}

/** Whether the last request got no response. */
export function isAwayNow(): boolean {
  return away;
}

/** True while the server cannot be reached. */
export function useAway(): boolean {
  return useSyncExternalStore(listeners.subscribe, isAwayNow, () => false);
}
