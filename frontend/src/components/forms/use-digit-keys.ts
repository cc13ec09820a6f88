// Digits that are typed anywhere on a page go to its line.
import { useEffect, type RefObject } from 'react';
import { onEvents } from '../../browser/emitter';
import { singleKeysInUse } from '../../settings/single-keys';
import { isDigitKey } from '../../settings/typed-keys';
import { useStoredValue } from '../../browser/stored-value';

/** The field gets the focus during the press, so that the browser enters the digit there. */
export function useDigitKeys(line: RefObject<HTMLInputElement | null>): void {
  const inUse = useStoredValue(singleKeysInUse, true);
  useEffect(() => {
    if (!inUse) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isDigitKey(event)) line.current?.focus();
    };
    return onEvents(document, ['keydown'], onKeyDown);
  }, [inUse, line]);
}
