// The edges of seconds that are counted to an instant, or from it.
import { synchronisedNow } from './synchronised-time';

/**
 * Calls whenever a whole number of seconds lies between now and an instant, until `end`. A hidden tab shows nothing, so
 * nothing ticks there; when it is shown again, that is a call too.
 */
export function onEachSecond(instant: number, listener: () => void, end = Infinity): () => void {
  let timeout: ReturnType<typeof setTimeout> | undefined;

  function schedule() {
    clearTimeout(timeout);
    const now = synchronisedNow();
    if (now >= end || document.hidden) return;
    const over = (instant - now) % 1000;
    timeout = setTimeout(tick, Math.ceil(over > 0 ? over : over + 1000));
  }

  function tick() {
    listener();
    schedule();
  }

  schedule();
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearTimeout(timeout);
    document.removeEventListener('visibilitychange', tick);
  };
}
