// The random id of this browser, which owns its alarms and timers.
import { createEmitter, onEvents } from '../browser/emitter';
import type { StoredKey } from '../browser/stored-keys';

/** The key in local storage. */
export const browserIdKey: StoredKey = 'browser-id';
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const nilUuid = '00000000-0000-0000-0000-000000000000';

let inMemory: string | null = null;
/** Whether this page has found no id. */
let isNew = false;

// Marked as pure, so that a script that only needs the key does not include it.
const listeners = /* @__PURE__ */ createEmitter(followId);
/** The id that this page works with: the first one used, later the last one reported to listeners. */
let known: string | null = null;
/** Whether anybody listens. */
let isFollowed = false;

/** This browser's id, created on first use. */
export function browserId(): string {
  const id = storedId();
  known ??= id;
  return id;
}

function storedId(): string {
  if (inMemory !== null) {
    return inMemory;
  }
  try {
    const stored = localStorage.getItem(browserIdKey);
    if (stored !== null && uuid.test(stored) && stored !== nilUuid) {
      return stored;
    }
    const made = randomUuid();
    localStorage.setItem(browserIdKey, made);
    isNew = true;
    return made;
  } catch {
    inMemory = randomUuid();
    return inMemory;
  }
}

/** Whether this page has made the id because none was stored: on a first visit, or after its storage was deleted. */
export function browserIdIsNew(): boolean {
  browserId();
  return isNew;
}

/** True if storage is blocked: whatever is set now is lost with the tab, and the page has to say so. */
export function browserIdIsTemporary(): boolean {
  browserId();
  return inMemory !== null;
}

/** Switches to the id of an account, in all tabs. */
export function adoptBrowserId(id: string): void {
  if (inMemory !== null) {
    inMemory = id;
  } else {
    try {
      localStorage.setItem(browserIdKey, id);
    } catch {
      inMemory = id;
    }
  }
  notifyListeners();
}

/** Switches to a new random id, in all tabs. */
export function renewBrowserId(): void {
  adoptBrowserId(randomUuid());
}

/** Calls back whenever the browser id has changed, in this tab or another. */
export function onBrowserIdChange(listener: () => void): () => void {
  return listeners.subscribe(listener);
}

function followId(): () => void {
  isFollowed = true;
  known ??= storedId();
  // It may have changed while nobody listened: in the back/forward cache, or before this page's services had started.
  queueMicrotask(notifyListeners);
  // A page in the back/forward cache gets no messages from other tabs.
  const stop = onEvents(window, ['storage', 'pageshow'], notifyListeners);
  return () => {
    isFollowed = false;
    stop();
  };
}

function notifyListeners(): void {
  const present = browserId();
  if (!isFollowed || present === known) return;
  known = present;
  listeners.emit();
}

/** A version 4 UUID; `randomUUID` is missing in insecure contexts. */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
