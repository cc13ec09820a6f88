// Web Locks, which work in secure contexts whose storage is not blocked.
import { isStorageBlocked } from './stored-value';

/** Null where every request would fail: where storage is blocked, and in insecure contexts, which have no locks. */
export function lockManager(): LockManager | null {
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
export function holdLock(
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
