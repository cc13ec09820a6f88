// The keys of the timer page: Space pauses and starts, plus and minus move the end by a minute. Digits go to the line.
import { useEffect, useEffectEvent } from 'react';
import { onEvents } from '../../browser/listeners';
import { isKeyForSomethingElse } from '../../settings/typed-keys';
import { useStoredValue } from '../../browser/stored-value';
import { singleKeysInUse } from '../../settings/single-keys';

export type TimerKey = 'toggle' | 'more' | 'less';

const keys: Readonly<Partial<Record<string, TimerKey>>> = {
  ' ': 'toggle',
  '+': 'more',
  '-': 'less',
  '−': 'less',
};

/** Calls `onKey`, which returns whether the key had something to do; otherwise it is the page's. */
export function useTimerKeys(onKey: (key: TimerKey) => boolean): void {
  const inUse = useStoredValue(singleKeysInUse, true);
  const press = useEffectEvent(onKey);
  useEffect(() => {
    if (!inUse) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keys[event.key];
      if (key === undefined || isKeyForSomethingElse(event)) return;
      if (key === 'toggle' && (event.repeat || isOnControl(event))) return;
      if (press(key)) event.preventDefault();
    };
    // Before the line takes the plus.
    return onEvents(document, ['keydown'], onKeyDown, { capture: true });
  }, [inUse]);
}

/** Space presses what has the focus. */
function isOnControl({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null
  );
}
