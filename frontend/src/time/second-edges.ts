// The seconds since or until an instant, updated exactly when another one has passed.
import { disposeAll, onEvents } from '../browser/emitter';
import { after } from './background-timer';
import { onTimeSync, synchronisedNow } from './synchronised-time';
import { useCallback, useSyncExternalStore } from 'react';
import { useHostWindow } from '../browser/in-view';

interface Ticking {
  readonly end?: number;
  /** The window that shows the seconds. */
  readonly view?: Window;
  /** Whether they are read while that window is hidden, as those in a tab's title are. */
  readonly alsoHidden?: boolean;
}

/**
 * Calls back whenever a whole number of seconds lies between now and an instant, until `end`. A hidden window gets no
 * calls unless it is `alsoHidden`, and one when it is shown again. A correction of the time calls back, too, because `end` may be ahead again.
 */
function onEachSecond(
  instant: number,
  listener: () => void,
  { end = Infinity, view = window, alsoHidden = false }: Ticking = {},
): () => void {
  const { document } = view;
  let cancel: () => void = () => undefined;

  function schedule() {
    cancel();
    const now = synchronisedNow();
    if (now >= end || (document.hidden && !alsoHidden)) return;
    const over = (instant - now) % 1000;
    const delayMs = Math.ceil(over > 0 ? over : over + 1000);
    if (document.hidden) {
      // The window's own timeouts are slowed down.
      cancel = after(delayMs, tick);
      return;
    }
    const timeout = view.setTimeout(tick, delayMs);
    cancel = () => {
      view.clearTimeout(timeout);
    };
  }

  function tick() {
    listener();
    schedule();
  }

  schedule();
  return disposeAll(onTimeSync(tick), onEvents(document, ['visibilitychange'], tick), () => {
    cancel();
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
export function useRemainingSeconds(
  end: number | null,
  { alsoHidden = false }: Pick<Ticking, 'alsoHidden'> = {},
): number | null {
  const view = useHostWindow();
  const subscribe = useCallback(
    (listener: () => void) =>
      end === null
        ? () => undefined
        : onEachSecond(end, listener, { end, view: view ?? window, alsoHidden }),
    [end, view, alsoHidden],
  );
  return useSyncExternalStore(
    subscribe,
    () => (end === null ? null : remainingSeconds(end, synchronisedNow())),
    () => null,
  );
}
