// Mutual exclusion between tabs: Web Locks, or a lease in local storage where there are none or the browser refuses them.
import { holdLock, lockManager } from '../browser/web-lock';
import { after } from '../time/background-timer';

/** Called when this tab has the lock; the function that it returns is called when the lock is lost. */
type OnLock = () => () => void;

/** Queues for `name` and calls `onLock` when this tab has it, until the returned function releases it. */
export function holdTabLock(name: string, onLock: OnLock): () => void {
  const locks = lockManager();
  if (locks === null) return byLease(name, onLock);
  let leave = holdLock(locks, {
    name,
    turn: onLock,
    onRefusal: () => {
      leave = byLease(name, onLock);
    },
  });
  return () => {
    leave();
  };
}

interface Lease {
  readonly holder: string;
  /** Milliseconds since the epoch by the device's clock, which all tabs share. */
  readonly until: number;
}

const leaseMs = 5_000;
const renewMs = 1_500;
/** Two tabs may take a free lease at the same time. The later write wins, and each tab checks again after this time. */
const contestMs = 100;

function byLease(name: string, onLock: OnLock): () => void {
  const key = `turn:${name}`;
  const holder = Math.random().toString(36).slice(2);
  let end: (() => void) | null = null;
  let cancel: () => void = () => undefined;

  const step = () => {
    const lease = readLease(key);
    const mine = lease?.holder === holder;
    if (mine && end === null) end = onLock();
    if (!mine && end !== null) {
      end();
      end = null;
    }
    if (mine || lease === null || !isRunning(lease, Date.now())) {
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

/** A lease that ends too late was stored before the device's clock was set back. */
function isRunning({ until }: Lease, now: number): boolean {
  return until >= now && until <= now + leaseMs;
}

/** If storage is blocked, this tab has every lease. */
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
    // Storage is blocked: there is nothing to remove.
  }
}
