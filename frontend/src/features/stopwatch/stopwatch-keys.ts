// The keys of the stopwatch: Space starts and stops, L takes a lap, R resets.
import { useEffect } from 'react';
import { disposeAll, onEvents } from '../../browser/emitter';
import { isKeyForSomethingElse } from '../../settings/typed-keys';

export type StopwatchKey = 'toggle' | 'lap' | 'reset';

/** Calls `onKey` for each press of a key, while `enabled`. */
export function useStopwatchKeys(enabled: boolean, onKey: (key: StopwatchKey) => void): void {
  useEffect(() => {
    if (!enabled) return undefined;
    /** A button that was clicked keeps the focus, but Space is not meant for it then. */
    let clickedLast = true;
    let swallowed = false;

    function onPointerDown() {
      clickedLast = true;
    }

    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Tab') clickedLast = false;
      const key = keyOf(event);
      if (key === null || event.shiftKey || isKeyForSomethingElse(event)) return;
      if (key === 'toggle' && !clickedLast && onButton(event)) return;
      event.preventDefault();
      swallowed = key === 'toggle';
      if (!event.repeat) onKey(key);
    }

    /** Some browsers press the focused button on keyup of Space. */
    function onKeyUp(event: KeyboardEvent) {
      if (swallowed && event.key === ' ') event.preventDefault();
      swallowed = false;
    }

    return disposeAll(
      onEvents(document, ['pointerdown'], onPointerDown, { capture: true }),
      onEvents(document, ['keydown'], onKeyDown),
      onEvents(document, ['keyup'], onKeyUp),
    );
  }, [enabled, onKey]);
}

/** By the character of the key, or on keyboards of another script by its position. */
function keyOf({ key, code }: KeyboardEvent): StopwatchKey | null {
  if (key === ' ') return 'toggle';
  const letter = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
  if (letter === 'KeyL') return 'lap';
  return letter === 'KeyR' ? 'reset' : null;
}

function onButton({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('button, summary, [role="button"]') !== null;
}
