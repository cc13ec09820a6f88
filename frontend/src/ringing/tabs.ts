// What the tabs of a browser agree upon: which of them holds a lock, whether one is visible, which one listens to the
// event stream.
import { disposeAll, onEvents } from '../browser/emitter';
import type { StoredKey } from '../browser/stored-keys';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { after } from '../time/background-timer';
import { isStorageBlocked } from '../browser/stored-value';

/** Null where every request would fail: where storage is blocked, and in insecure contexts, which have no locks. */
function lockManager(): LockManager | null {
  // Browsers that block a site's storage refuse locks, too, but only after the request.
  if (isStorageBlocked()) return null;
  return (navigator as { readonly locks?: LockManager | null }).locks ?? null;
}

interface LockTurn {
  readonly name: string;
  readonly mode?: LockMode;
  /** Called when the lock is held; the function that it returns is called when the lock is released. */
  readonly turn?: () => () => void;
  /** Called if the browser refuses to lock anything. */
  readonly onRefusal?: () => void;
}

/** Waits for a lock and holds it until the returned function is called. */
function holdLock(
  locks: LockManager,
  { name, mode = 'exclusive', turn, onRefusal }: LockTurn,
): () => void {
  const given = new AbortController();
  const { signal } = given;
  let isRefused = true;
  locks
    .request(name, { mode, signal }, async () => {
      isRefused = false;
      if (signal.aborted) return;
      const end = turn?.();
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      end?.();
    })
    .catch((failure: unknown) => {
      // A request that is aborted while it waits is rejected, which is expected.
      if (signal.aborted) return;
      console.warn(`the turn of ${name} ended:`, failure);
      if (isRefused) onRefusal?.();
    });
  return () => {
    given.abort();
  };
}

// Locks: Web Locks, or a lease in local storage where there are none or the browser refuses them.

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
  const key: StoredKey = `turn:${name}`;
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
const leasesInMemory = new Map<StoredKey, Lease>();

function readLease(key: StoredKey): Lease | null {
  const inMemory = leasesInMemory.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : (JSON.parse(stored) as Lease);
  } catch {
    return null;
  }
}

function writeLease(key: StoredKey, lease: Lease): void {
  try {
    localStorage.setItem(key, JSON.stringify(lease));
    leasesInMemory.delete(key);
  } catch {
    leasesInMemory.set(key, lease);
  }
}

function removeLease(key: StoredKey): void {
  leasesInMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

// Visible tabs with user activation share a lock, which hidden tabs can query. A message at the time of a ring would come
// late, because the visible tab is busy rendering it.

const visibleTabs = 'tokibako-in-sight';
/** Events that change whether this tab is visible or has had user activation. */
const changes = ['visibilitychange', 'pointerup', 'keydown'] as const;

/**
 * Holds the shared lock while this tab is visible and has had user activation, until the returned function is called.
 */
export function shareVisibility(): () => void {
  const locks = lockManager();
  if (locks === null) return () => undefined;
  let leave: (() => void) | null = null;
  const stop = () => {
    leave?.();
    leave = null;
  };
  const follow = () => {
    if (document.hidden || !hasUserActivation()) stop();
    else leave ??= holdLock(locks, { name: visibleTabs, mode: 'shared' });
  };
  follow();
  return disposeAll(
    onEvents(document, changes, follow, { capture: true }),
    // A page that holds a lock cannot enter the back/forward cache.
    onEvents(window, ['pagehide'], stop),
    onEvents(window, ['pageshow'], follow),
    stop,
  );
}

/** Whether any tab holds the lock; unknown in insecure contexts, and where the browser refuses to tell. */
export async function isAnyTabVisible(): Promise<boolean> {
  try {
    const { held = [] } = (await lockManager()?.query()) ?? {};
    return held.some(({ name }) => name === visibleTabs);
  } catch {
    return false;
  }
}

/** Whether this tab has had user activation; Firefox supports this since 120. */
export function hasUserActivation(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive === true;
}

// One tab listens to the event stream for all. A visible tab that gets nothing from it listens by itself: phones suspend
// background tabs, and a suspended tab keeps its lock.

/** Listens until the returned function is called; calls `onSign` for everything that arrives. */
type Listen = (onSign: () => void) => () => void;

/** The stream sends something every 15 seconds. */
const silentForMs = 40_000;

/** Listens in one tab for all of them, until the returned function is called. */
export function listenInOneTab(listen: Listen): () => void {
  let standIn: (() => void) | null = null;
  let isLeader = false;
  let cancelWait: () => void = () => undefined;

  const standDown = () => {
    standIn?.();
    standIn = null;
  };
  const checkLeader = () => {
    if (!isLeader && standIn === null && !document.hidden) standIn = listen(() => undefined);
    waitOn();
  };
  const waitOn = () => {
    cancelWait();
    cancelWait = after(silentForMs, checkLeader);
  };
  const stopQueue = disposeAll(
    onTabMessage('stream-heard', () => {
      standDown();
      waitOn();
    }),
    holdTabLock('tokibako-streams', () => {
      isLeader = true;
      standDown();
      const stop = listen(() => {
        announceToTabs('stream-heard', null);
      });
      return () => {
        isLeader = false;
        stop();
      };
    }),
  );
  waitOn();
  return () => {
    cancelWait();
    standDown();
    stopQueue();
  };
}
