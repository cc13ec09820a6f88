// What must not run while the page is in the back/forward cache.
import { disposeAll, onEvents } from './emitter';

/**
 * Starts something now, stops it when the page may enter the cache, and starts it again when the page is back, until the
 * returned function is called.
 */
export function outsidePageCache(start: (isBack: boolean) => () => void): () => void {
  let stop: (() => void) | null = start(false);
  const resume = () => {
    stop ??= start(true);
  };
  const pause = () => {
    stop?.();
    stop = null;
  };
  return disposeAll(
    onEvents(window, ['pagehide'], pause),
    onEvents(window, ['pageshow'], resume),
    pause,
  );
}
