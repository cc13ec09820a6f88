// Web Locks, where a page is a secure context: held until they are given back.

/** Typed as always there, yet missing outside of secure contexts. */
export function lockManager(): LockManager | null {
  return (navigator as { readonly locks?: LockManager | null }).locks ?? null;
}

interface LockTurn {
  readonly name: string;
  readonly mode?: LockMode;
  /** Runs while the lock is held; what it returns runs when it is given back. */
  readonly turn?: () => () => void;
}

/** Waits for a lock and holds it until the returned function is called. */
export function holdLock(
  locks: LockManager,
  { name, mode = 'exclusive', turn }: LockTurn,
): () => void {
  const given = new AbortController();
  const { signal } = given;
  locks
    .request(name, { mode, signal }, async () => {
      if (signal.aborted) return;
      const end = turn?.();
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      end?.();
    })
    .catch((failure: unknown) => {
      // A request given up while it waits is rejected: nothing is left to do.
      if (!signal.aborted) console.warn(`the turn of ${name} ended:`, failure);
    });
  return () => {
    given.abort();
  };
}
