// Delays work until the page is painted and responsive, but not for long.

const atLatestMs = 1_500;

/** Calls back in the first idle period; the returned function cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: atLatestMs });
    return () => {
      cancelIdleCallback(handle);
    };
  }
  const timeout = setTimeout(callback, 1);
  return () => {
    clearTimeout(timeout);
  };
}
