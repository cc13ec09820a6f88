// A value once it has not changed for a while.
import { useEffect, useState } from 'react';

/** `first` is what counts until then. */
export function useStill<Value extends string | boolean>(
  value: Value,
  forMs: number,
  first: Value,
): Value {
  const [still, setStill] = useState(first);
  useEffect(() => {
    const timeout = setTimeout(() => {
      setStill(value);
    }, forMs);
    return () => {
      clearTimeout(timeout);
    };
  }, [value, forMs]);
  return still;
}
