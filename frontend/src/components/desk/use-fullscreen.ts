// The browser's full screen while a component is mounted; leaving full screen also closes it.
import { useEffect, useEffectEvent } from 'react';
import { onEvents } from '../../browser/listeners';

export function useFullscreen(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const root = document.documentElement;
    let ended = false;
    // If the browser has no full screen, the page's own area is filled.
    if ('requestFullscreen' in root) {
      root.requestFullscreen({ navigationUI: 'hide' }).then(
        () => {
          if (ended) leaveFullscreen();
        },
        () => undefined,
      );
    }
    const onChange = () => {
      if (document.fullscreenElement === null) leave();
    };
    const stop = onEvents(document, ['fullscreenchange'], onChange);
    return () => {
      ended = true;
      stop();
      leaveFullscreen();
    };
  }, []);
}

function leaveFullscreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
