// The time every clock of the site shows.
import { useSyncExternalStore } from 'react';

/** Milliseconds since the epoch, with fractions. */
export function synchronisedNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The running second as milliseconds since the epoch; null until the page is alive in a browser. */
export function useSecond(): number | null {
  return useSyncExternalStore(subscribe, currentSecond, () => null);
}

const listeners = new Set<() => void>();
let timeout: ReturnType<typeof setTimeout> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timeout === undefined) schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearTimeout(timeout);
      timeout = undefined;
    }
  };
}

function schedule(): void {
  timeout = setTimeout(
    () => {
      for (const listener of listeners) listener();
      schedule();
    },
    1000 - (synchronisedNow() % 1000),
  );
}

function currentSecond(): number {
  return Math.floor(synchronisedNow() / 1000) * 1000;
}
