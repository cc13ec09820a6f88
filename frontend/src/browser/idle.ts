// What can wait until the page is painted and answers, and must not wait much longer.

const atLatestMs = 1_500;

/** Calls back in the first idle moment; the returned function takes it back. */
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
