// State of a component that is there again when the component is: what somebody has begun to type, while another page is shown.
// It is only in memory, and ends with the page.
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

const lasting = new Map<string, unknown>();

/** As `useState`, but with the last value of the component that had this key before. */
export function useLastingState<Value>(
  key: string,
  initial: Value,
): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() =>
    lasting.has(key) ? (lasting.get(key) as Value) : initial,
  );
  useEffect(() => {
    lasting.set(key, value);
  }, [key, value]);
  return [value, setValue];
}

/** Components that are opened from now on begin anew. */
export function dropLastingState(): void {
  lasting.clear();
}
