// Updates the running time of a stopwatch every frame without rendering; nothing is drawn in a hidden window.
import { useCallback, useSyncExternalStore } from 'react';
import { useHostWindow } from '../browser/host-window';
import type { Stopwatch } from './stopwatch';
import { elapsedOn } from './stopwatch-store';

/** Calls `show` now and whenever the time changes, until the returned function is called. */
export type ElapsedSource = (show: (elapsed: number) => void) => () => void;

/** A stopwatch as a source: shown once if it is stopped, every frame if it runs. */
export function useElapsedSource(stopwatch: Stopwatch): ElapsedSource {
  const view = useHostWindow();
  return useCallback(
    (show) => {
      if (stopwatch.started !== null) {
        return onFrames(() => {
          show(elapsedOn(stopwatch));
        }, view ?? window);
      }
      show(stopwatch.banked);
      return () => undefined;
    },
    [stopwatch, view],
  );
}

/** Calls back now and every frame while a window is visible, until the returned function is called. */
export function onFrames(draw: () => void, view: Window = window): () => void {
  const { document } = view;
  let frame = 0;

  function next() {
    draw();
    frame = view.requestAnimationFrame(next);
  }

  function follow() {
    view.cancelAnimationFrame(frame);
    if (!document.hidden) next();
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    view.cancelAnimationFrame(frame);
    document.removeEventListener('visibilitychange', follow);
  };
}

/** Whole elapsed seconds of a running stopwatch, which change at most once a second; null if it is stopped. */
export function useElapsedSeconds(stopwatch: Stopwatch): number | null {
  const subscribe = useCallback(
    (listener: () => void) =>
      stopwatch.started === null ? () => undefined : onElapsedSeconds(stopwatch, listener),
    [stopwatch],
  );
  return useSyncExternalStore(
    subscribe,
    () => (stopwatch.started === null ? null : Math.floor(elapsedOn(stopwatch) / 1000)),
    () => null,
  );
}

/** Calls back every second. Browsers slow this down in a hidden tab, which is good enough for a title. */
function onElapsedSeconds(stopwatch: Stopwatch, listener: () => void): () => void {
  let timeout: ReturnType<typeof setTimeout> | undefined;

  function tick() {
    listener();
    schedule();
  }

  function schedule() {
    clearTimeout(timeout);
    timeout = setTimeout(tick, Math.ceil(1000 - (elapsedOn(stopwatch) % 1000)));
  }

  schedule();
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearTimeout(timeout);
    document.removeEventListener('visibilitychange', tick);
  };
}
