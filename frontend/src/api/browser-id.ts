// The random identity of this browser, to which its alarms and timers belong.

const storageKey = 'browser-id';
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const nilUuid = '00000000-0000-0000-0000-000000000000';

let inMemory: string | null = null;

/** This browser's identity, made on first use. */
export function browserId(): string {
  if (inMemory !== null) {
    return inMemory;
  }
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored !== null && uuid.test(stored) && stored !== nilUuid) {
      return stored;
    }
    const made = randomUuid();
    localStorage.setItem(storageKey, made);
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

/** A version 4 UUID; `randomUUID` is missing where the page is not a secure context. */
function randomUuid(): string {
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
