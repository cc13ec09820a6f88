// The browser's full screen while a component is mounted; leaving full screen also closes it.
import { useEffect, useEffectEvent } from 'react';

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
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      ended = true;
      document.removeEventListener('fullscreenchange', onChange);
      leaveFullscreen();
    };
  }, []);
}

function leaveFullscreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
