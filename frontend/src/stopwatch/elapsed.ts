// The time of a stopwatch for what shows it: read when it is needed, told each second, followed by animations.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { onEvents } from '../browser/emitter';
import { moveTo, type Moving, following, setTo } from '../time/animated-time';
import type { Stopwatch } from './stopwatch';
import { elapsedOn, presentStopwatch } from './stopwatch-store';
import { readClocks } from '../time/synchronised-clock';

export interface Elapsed {
  readonly running: boolean;
  /** The milliseconds now. */
  readonly read: () => number;
}

/** The elapsed time: one object during a run, also when laps are taken. */
export function useElapsed({ banked, started }: Stopwatch): Elapsed {
  const run = started?.wall ?? null;
  return useMemo(
    () => ({
      running: run !== null,
      read: () => (run === null ? banked : elapsedOn(presentStopwatch())),
    }),
    [banked, run],
  );
}

/** The part of a time that began at `start`. */
export function elapsedSince({ running, read }: Elapsed, start: number): Elapsed {
  return { running, read: () => Math.max(0, read() - start) };
}

/**
 * Calls back now, and every second while it runs, until the returned function is called. Browsers slow this down in a
 * hidden window, which is good enough for a title.
 */
export function onElapsedSeconds(
  { running, read }: Elapsed,
  listener: () => void,
  view: Window = window,
): () => void {
  let timeout: number | undefined;

  function tick() {
    listener();
    view.clearTimeout(timeout);
    if (running) timeout = view.setTimeout(tick, Math.ceil(1000 - (read() % 1000)));
  }

  tick();
  const stop = onEvents(view.document, ['visibilitychange'], tick);
  return () => {
    view.clearTimeout(timeout);
    stop();
  };
}

/**
 * Keeps animations at a running time, until the returned function is called; then they are cancelled. Calls `eachSecond`
 * as `onElapsedSeconds` does.
 */
export function animateElapsed(
  elapsed: Elapsed,
  moving: readonly Moving[],
  view: Window = window,
  eachSecond: () => void = () => undefined,
): () => void {
  let movement = setTo(elapsed.read(), readClocks().monotonic);
  moveTo(moving, movement, view);
  const stop = onElapsedSeconds(
    elapsed,
    () => {
      eachSecond();
      const next = following(movement, readClocks().monotonic, elapsed.read());
      if (next === movement) return;
      movement = next;
      moveTo(moving, movement, view);
    },
    view,
  );
  return () => {
    stop();
    moving.forEach(({ animation }) => {
      animation.cancel();
    });
  };
}

/** Whole elapsed seconds of a running stopwatch, which change at most once a second; null if it is stopped. */
export function useElapsedSeconds(stopwatch: Stopwatch): number | null {
  const elapsed = useElapsed(stopwatch);
  const subscribe = useCallback(
    (listener: () => void) => onElapsedSeconds(elapsed, listener),
    [elapsed],
  );
  return useSyncExternalStore(
    subscribe,
    () => (elapsed.running ? Math.floor(elapsed.read() / 1000) : null),
    () => null,
  );
}
