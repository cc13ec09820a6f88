// A value in local storage, shared by all tabs; in memory if storage is blocked or full.
import { useSyncExternalStore } from 'react';
import type { StoredKey } from './stored-keys';
import { createEmitter, onEvents } from './emitter';

export interface StoredValue<Value> {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
  /** Removes it; it then has its initial value. */
  readonly clear: () => void;
  /** Calls back after every change, in this tab or another. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The keys whose last value could not be stored, although the browser stores data for this site: it has no room left. */
const unstored = new Set<StoredKey>();
const roomListeners = createEmitter();

/** Whether something is only in this tab because the browser has no room left for this site. */
export function isStorageFull(): boolean {
  return unstored.size > 0;
}

/** Calls back whenever that may have changed. */
export const onStorageRoom = roomListeners.subscribe;

function updateRoom(key: StoredKey, isStored: boolean): void {
  const before = unstored.size;
  if (isStored || isStorageBlocked()) unstored.delete(key);
  else unstored.add(key);
  if (unstored.size !== before) roomListeners.emit();
}

/** The values that this page uses. */
const registered = new Set<{ readonly key: StoredKey; readonly reset: () => void }>();

/** Deletes everything the site stores in this browser except the keys `except`, in all tabs. */
export function deleteStoredValues(except: readonly StoredKey[]): void {
  try {
    Object.keys(localStorage)
      .filter((key) => !except.some((one) => one === key))
      .forEach((key) => {
        localStorage.removeItem(key);
      });
  } catch {
    // Storage is blocked: the values of this tab are all there is.
  }
  registered.forEach(({ key, reset }) => {
    if (!except.includes(key)) reset();
  });
}

/** How a value is written as text, and read again. */
interface TextFormat {
  readonly stringify: (value: unknown) => string;
  readonly parse: (text: string) => unknown;
}

/** For a word that is read before this module is there. */
export const plainText: TextFormat = { stringify: String, parse: (text) => text };

/**
 * A value under `key`. Stored text that `parse` rejects counts as `initial`. A key ends with the version of its format,
 * as in `stopwatch:v1`: tabs of an older deployment may be open beside newer ones, and neither may read the other's
 * format.
 */
export function storedValue<Value>(
  key: StoredKey,
  initial: Value,
  parse: (stored: unknown) => Value | null,
  format: TextFormat = JSON,
): StoredValue<Value> {
  let text: string | null = null;
  let value = initial;
  let isStored = true;

  const read = () => {
    // A value that could not be stored is newer than the stored one.
    const stored = isStored ? readText(key, text) : text;
    if (stored !== text) {
      text = stored;
      value = parsed(stored, parse, format) ?? initial;
    }
    return value;
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    isStored = true;
    updateRoom(key, true);
    emit();
  };
  const { subscribe, emit } = createEmitter(() => onEvents(window, ['storage'], onStorage));

  registered.add({
    key,
    reset: () => {
      text = null;
      value = initial;
      isStored = true;
      updateRoom(key, true);
      emit();
    },
  });

  return {
    read,
    write: (next) => {
      text = format.stringify(next);
      value = next;
      isStored = writeText(key, text);
      updateRoom(key, isStored);
      emit();
    },
    clear: () => {
      removeText(key);
      text = null;
      value = initial;
      isStored = true;
      updateRoom(key, true);
      emit();
    },
    subscribe,
  };
}

/** One of a few choices under `key`. */
export function storedChoice<Choice extends string>(
  key: StoredKey,
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
  format?: TextFormat,
): StoredValue<Choice> {
  const parse = (stored: unknown) => choices.find((one) => one === stored) ?? null;
  return storedValue(key, fallback, parse, format);
}

/** The value as a hook; `initial` in prerendered pages. */
export function useStoredValue<Value>(stored: StoredValue<Value>, initial: Value): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, () => initial);
}

/** Whether the browser refuses to store anything for this site. */
export function isStorageBlocked(): boolean {
  try {
    localStorage.getItem('');
    return false;
  } catch {
    return true;
  }
}

function readText(key: StoredKey, inMemory: string | null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return inMemory;
  }
}

/** False if storage is blocked or full: the value is lost with this tab. */
function writeText(key: StoredKey, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function removeText(key: StoredKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

function parsed<Value>(
  text: string | null,
  parse: (stored: unknown) => Value | null,
  format: TextFormat,
): Value | null {
  if (text === null) return null;
  try {
    return parse(format.parse(text));
  } catch {
    return null;
  }
}
