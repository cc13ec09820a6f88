// One tab at a time: by Web Locks, or by a lease in local storage where a page is not a secure context.
import { holdLock, lockManager } from '../../browser/web-lock';
import { after } from '../../time/background-timer';

/** Runs while this tab has its turn; what it returns ends the turn. */
export type Turn = () => () => void;

/** Queues for `name`; runs `turn` when this tab's comes, until the returned function gives it up. */
export function exclusively(name: string, turn: Turn): () => void {
  const locks = lockManager();
  return locks === null ? byLease(name, turn) : holdLock(locks, { name, turn });
}

interface Lease {
  readonly holder: string;
  /** Milliseconds since the epoch, by the device's clock, which all tabs share. */
  readonly until: number;
}

const leaseMs = 5_000;
const renewMs = 1_500;
/** Two tabs may take a free lease at once; the later write wins, and each looks again after this time. */
const contestMs = 100;

function byLease(name: string, turn: Turn): () => void {
  const key = `turn:${name}`;
  const holder = Math.random().toString(36).slice(2);
  let end: (() => void) | null = null;
  let cancel: () => void = () => undefined;

  const step = () => {
    const lease = readLease(key);
    const mine = lease?.holder === holder;
    if (mine && end === null) end = turn();
    if (!mine && end !== null) {
      end();
      end = null;
    }
    if (mine || lease === null || lease.until < Date.now()) {
      writeLease(key, { holder, until: Date.now() + leaseMs });
    }
    cancel = after(mine || lease !== null ? renewMs : contestMs, step);
  };
  step();

  return () => {
    cancel();
    end?.();
    if (readLease(key)?.holder === holder) removeLease(key);
  };
}

/** What could not be stored: this tab is as good as alone, and has every turn. */
const leasesInMemory = new Map<string, Lease>();

function readLease(key: string): Lease | null {
  const inMemory = leasesInMemory.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : (JSON.parse(stored) as Lease);
  } catch {
    return null;
  }
}

function writeLease(key: string, lease: Lease): void {
  try {
    localStorage.setItem(key, JSON.stringify(lease));
    leasesInMemory.delete(key);
  } catch {
    leasesInMemory.set(key, lease);
  }
}

function removeLease(key: string): void {
  leasesInMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: there was nothing to remove.
  }
}
