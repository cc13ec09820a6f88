// A value that only the browser knows, and that built pages therefore cannot contain.
import { useSyncExternalStore } from 'react';

/** The value that does not change while the page is open; `built` in built pages and until hydration. */
export function useInBrowser<Value>(read: () => Value, built: Value): Value {
  return useSyncExternalStore(never, read, () => built);
}

function never(): () => void {
  return () => undefined;
}
