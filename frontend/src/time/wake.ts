// Wake-ups: the moments after which a page may have missed something.
import { disposeAll, onEvents } from '../browser/emitter';
import { onClockJump } from './background-timer';

/** Several signs of the same wake-up come within this time. */
const oneWakingMs = 50;

/**
 * Calls back when the page becomes visible, returns from the back/forward cache or a freeze, gets a network, or has
 * slept.
 */
export function onWake(listener: () => void): () => void {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    clearTimeout(pending);
    pending = setTimeout(listener, oneWakingMs);
  };
  const wakeIfVisible = () => {
    if (!document.hidden) wake();
  };
  // The first display of a page is not a wake-up.
  const wakeIfReturned = ({ persisted }: Partial<PageTransitionEvent>) => {
    if (persisted !== false) wake();
  };
  return disposeAll(
    onEvents(document, ['visibilitychange'], wakeIfVisible),
    onEvents(document, ['resume'], wake),
    onEvents(window, ['pageshow'], wakeIfReturned),
    onEvents(window, ['online'], wake),
    onClockJump(wake),
    () => {
      clearTimeout(pending);
    },
  );
}
