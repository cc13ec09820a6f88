// The edges of seconds that are counted to an instant, or from it.
import { synchronisedNow } from './synchronised-time';

interface Ticking {
  readonly end?: number;
  /** That shows the seconds. */
  readonly view?: Window;
}

/**
 * Calls whenever a whole number of seconds lies between now and an instant, until `end`. A hidden window shows nothing, so
 * nothing ticks there; when it is shown again, that is a call too.
 */
export function onEachSecond(
  instant: number,
  listener: () => void,
  { end = Infinity, view = window }: Ticking = {},
): () => void {
  const { document } = view;
  let timeout: number | undefined;

  function schedule() {
    view.clearTimeout(timeout);
    const now = synchronisedNow();
    if (now >= end || document.hidden) return;
    const over = (instant - now) % 1000;
    timeout = view.setTimeout(tick, Math.ceil(over > 0 ? over : over + 1000));
  }

  function tick() {
    listener();
    schedule();
  }

  schedule();
  document.addEventListener('visibilitychange', tick);
  return () => {
    view.clearTimeout(timeout);
    document.removeEventListener('visibilitychange', tick);
  };
}
