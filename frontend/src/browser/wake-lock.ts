// Keeps the screen on while a component is mounted, if the browser can.
import { useEffect } from 'react';
import { onEvents } from './emitter';

export function useScreenAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let ended = false;
    let lock: WakeLockSentinel | null = null;
    let isAsking = false;
    const take = async () => {
      // A hidden page loses its lock and may not request one.
      if (document.hidden || isAsking || (lock !== null && !lock.released)) return;
      isAsking = true;
      const taken = await navigator.wakeLock.request('screen').catch(() => null);
      isAsking = false;
      // Without a lock (low battery, no permission) the screen turns off as usual.
      if (ended) void taken?.release();
      else lock = taken;
    };
    const takeAgain = () => void take();
    takeAgain();
    const stop = onEvents(document, ['visibilitychange'], takeAgain);
    return () => {
      ended = true;
      stop();
      void lock?.release();
    };
  }, []);
}
