// Work under a Web Lock that does not wait for ever, in pages and the service worker.

interface TimedLock {
  readonly name: string;
  readonly mode?: LockMode;
  /** The longest wait: a page that is frozen, or in the back/forward cache, may hold the lock for ever. */
  readonly withinMs: number;
}

/**
 * Acts while it holds a lock, or without the lock if it cannot be had in time: `act` must do no harm if another page or
 * the service worker does the same meanwhile.
 */
export async function underLock<T>(
  { name, mode = 'exclusive', withinMs }: TimedLock,
  act: () => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timeout = setTimeout(() => {
    late.abort();
  }, withinMs);
  let acts: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, { mode, signal: late.signal }, () => {
      clearTimeout(timeout);
      return (acts = act());
    });
  } catch {
    // It came too late, or there are no locks; what fails in `acts` is passed on below.
  }
  clearTimeout(timeout);
  return acts ?? act();
}
