// The random identity of this browser, to which its alarms and timers belong.

/** Where local storage keeps it. */
export const browserIdKey = 'browser-id';
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const nilUuid = '00000000-0000-0000-0000-000000000000';

let inMemory: string | null = null;

// Nothing of it is in the script that only wants the key.
const listeners = /* @__PURE__ */ new Set<() => void>();
/** The identity that listeners have heard of. */
let known: string | null = null;

/** This browser's identity, made on first use. */
export function browserId(): string {
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
    return made;
  } catch {
    inMemory = randomUuid();
    return inMemory;
  }
}

/** True where storage is blocked: what is set now is gone with the tab, and the page has to say so. */
export function browserIdIsTemporary(): boolean {
  browserId();
  return inMemory !== null;
}

/** Goes on with the identity that an account keeps, in all tabs. */
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
  tellOfChange();
}

/** Goes on as a browser that nobody has seen before, in all tabs. */
export function renewBrowserId(): void {
  adoptBrowserId(randomUuid());
}

/** Calls whenever this browser has become another, be it in this tab or in one beside it. */
export function onBrowserIdChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    known ??= browserId();
    // It may have changed while nobody listened, as in the back/forward cache.
    queueMicrotask(tellOfChange);
    window.addEventListener('storage', tellOfChange);
    // Back from the back/forward cache, where no tab is heard.
    window.addEventListener('pageshow', tellOfChange);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', tellOfChange);
    window.removeEventListener('pageshow', tellOfChange);
  };
}

function tellOfChange(): void {
  const present = browserId();
  if (listeners.size === 0 || present === known) return;
  known = present;
  listeners.forEach((listener) => {
    listener();
  });
}

/** A version 4 UUID; `randomUUID` is missing where the page is not a secure context. */
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
