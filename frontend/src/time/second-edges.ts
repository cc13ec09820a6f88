// The seconds since or until an instant, updated exactly when another one has passed.
import { endAll, onEvents } from '../browser/listeners';
import { onTimeSync, synchronisedNow } from './synchronised-time';
import { useCallback, useSyncExternalStore } from 'react';
import { useHostWindow } from '../browser/host-window';

interface Ticking {
  readonly end?: number;
  /** The window that shows the seconds. */
  readonly view?: Window;
}

/**
 * Calls back whenever a whole number of seconds lies between now and an instant, until `end`. A hidden window gets no
 * calls, and one when it is shown again. A correction of the time calls back, too, because `end` may be ahead again.
 */
function onEachSecond(
  instant: number,
  listener: () => void,
  { end = Infinity, view = window }: Ticking = {},
): () => void {
  const { document } = view;
  let timeout: number | undefined;

  function schedule() {
    view.clearTimeout(timeout);
    const now = synchronisedNow();
    if (now >= end || document.hidden) return;
    const over = (instant - now) % 1000;
    timeout = view.setTimeout(tick, Math.ceil(over > 0 ? over : over + 1000));
  }

  function tick() {
    listener();
    schedule();
  }

  schedule();
  return endAll(onTimeSync(tick), onEvents(document, ['visibilitychange'], tick), () => {
    view.clearTimeout(timeout);
  });
}

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
