// Brings in what rings once the page is alive: most visits see no ring, but none may be missed.
import { useEffect, useState, type ComponentType } from 'react';
import { retryDelay } from '../api/backoff';
import { whenIdle } from '../hooks/idle';

const loadRinging = () => import(/* webpackChunkName: "ringing" */ '../features/ringing/ringing');

export function RingingOnEveryPage() {
  const [Ringing, setRinging] = useState<ComponentType | null>(null);

  useEffect(() => {
    let stopped = false;
    let cancel: () => void = () => undefined;
    const load = (attemptsInVain: number) => {
      loadRinging().then(
        (code) => {
          if (!stopped) setRinging(() => code.Ringing);
        },
        () => {
          if (stopped) return;
          const retry = setTimeout(
            () => {
              load(attemptsInVain + 1);
            },
            retryDelay(attemptsInVain, Math.random()),
          );
          cancel = () => {
            clearTimeout(retry);
          };
        },
      );
    };
    cancel = whenIdle(() => {
      load(0);
    });
    return () => {
      stopped = true;
      cancel();
    };
  }, []);

  return Ringing === null ? null : <Ringing />;
}
