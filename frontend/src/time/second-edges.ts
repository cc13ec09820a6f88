// Calls back at the boundaries of seconds until or since an instant.
import { endAll, onEvents } from '../browser/listeners';
import { onTimeSync, synchronisedNow } from './synchronised-time';

interface Ticking {
  readonly end?: number;
  /** The window that shows the seconds. */
  readonly view?: Window;
}

/**
 * Calls back whenever a whole number of seconds lies between now and an instant, until `end`. A hidden window gets no
 * calls, and one when it is shown again. A correction of the time calls back, too, because `end` may be ahead again.
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
  return endAll(onTimeSync(tick), onEvents(document, ['visibilitychange'], tick), () => {
    view.clearTimeout(timeout);
  });
}
