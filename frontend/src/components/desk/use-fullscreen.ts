// The browser's full screen as long as a component stands; leaving it by the browser's own ways ends both.
import { useEffect, useEffectEvent } from 'react';

export function useFullscreen(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const root = document.documentElement;
    let ended = false;
    // Where the browser has none, or not now, the page's own area is filled.
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
