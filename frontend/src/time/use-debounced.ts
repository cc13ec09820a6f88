// Debounces a value: it counts once it has not changed for a while.
import { useEffect, useState } from 'react';

/** `first` is what counts until then. */
export function useDebounced<Value extends string | boolean>(
  value: Value,
  forMs: number,
  first: Value,
): Value {
  const [debounced, setDebounced] = useState(first);
  useEffect(() => {
    const timeout = setTimeout(() => {
      setDebounced(value);
    }, forMs);
    return () => {
      clearTimeout(timeout);
    };
  }, [value, forMs]);
  return debounced;
}
