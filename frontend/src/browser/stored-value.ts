// A value kept in local storage and shared by all tabs; where storage is blocked or full, kept in memory.
import { useSyncExternalStore } from 'react';

export interface StoredValue<Value> {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
  /** Removes it: what is read from now on is the initial value. */
  readonly clear: () => void;
  /** Calls after every change, made here or in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Values that this page has taken up. */
const takenUp = new Set<{ readonly key: string; readonly forget: () => void }>();

/** Forgets all that the site keeps in this browser but what stands under `except`, in all tabs. */
export function forgetStoredValues(except: readonly string[]): void {
  try {
    Object.keys(localStorage)
      .filter((key) => !except.includes(key))
      .forEach((key) => {
        localStorage.removeItem(key);
      });
  } catch {
    // Blocked: all there is lives in this tab.
  }
  takenUp.forEach(({ key, forget }) => {
    if (!except.includes(key)) forget();
  });
}

/**
 * A value under `key`; what is stored there and does not `parse` counts as `initial`. A key ends in the version of what is stored,
 * as in `stopwatch:v1`: tabs of an older deployment are open beside those of a newer one, and neither may read the other's shape.
 */
export function storedValue<Value>(
  key: string,
  initial: Value,
  parse: (stored: unknown) => Value | null,
): StoredValue<Value> {
  let text: string | null = null;
  let value = initial;
  let isStored = true;
  const listeners = new Set<() => void>();

  const read = () => {
    // What could not be stored is newer than what is.
    const stored = isStored ? readText(key, text) : text;
    if (stored !== text) {
      text = stored;
      value = parsed(stored, parse) ?? initial;
    }
    return value;
  };
  const notify = () => {
    listeners.forEach((listener) => {
      listener();
    });
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    isStored = true;
    notify();
  };

  takenUp.add({
    key,
    forget: () => {
      text = null;
      value = initial;
      isStored = true;
      notify();
    },
  });

  return {
    read,
    write: (next) => {
      text = JSON.stringify(next);
      value = next;
      isStored = writeText(key, text);
      notify();
    },
    clear: () => {
      removeText(key);
      text = null;
      value = initial;
      isStored = true;
      notify();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** The value, rendering anew whenever it changes in any tab; `initial` in prerendered pages. */
export function useStoredValue<Value>(stored: StoredValue<Value>, initial: Value): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, () => initial);
}

function readText(key: string, inMemory: string | null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return inMemory;
  }
}

/** False where storage is blocked or full: the value lives as long as this tab. */
function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function removeText(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: there is nothing to remove.
  }
}

function parsed<Value>(
  text: string | null,
  parse: (stored: unknown) => Value | null,
): Value | null {
  if (text === null) return null;
  try {
    return parse(JSON.parse(text));
  } catch {
    return null;
  }
}
