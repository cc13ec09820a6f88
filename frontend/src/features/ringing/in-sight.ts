// Whether a tab of the site is in sight where somebody has touched it: all such tabs share a lock, which hidden ones see.
// A message at the moment of a ring would come late, as the tab in sight is busy then with showing it.
import { holdLock, lockManager } from '../../browser/web-lock';

const name = 'tokibako-in-sight';
/** What changes whether this tab is in sight, or was touched. */
const changes = ['visibilitychange', 'pointerup', 'keydown'] as const;

/** Shares the lock while this tab is in sight and was touched, until the returned function is called. */
export function shareInSight(): () => void {
  const locks = lockManager();
  if (locks === null) return () => undefined;
  let leave: (() => void) | null = null;
  const stop = () => {
    leave?.();
    leave = null;
  };
  const follow = () => {
    if (document.hidden || !wasTouched()) stop();
    else leave ??= holdLock(locks, { name, mode: 'shared' });
  };
  follow();
  changes.forEach((change) => {
    document.addEventListener(change, follow, { capture: true });
  });
  // A page that holds a lock is not kept for the way back.
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', follow);
  return () => {
    changes.forEach((change) => {
      document.removeEventListener(change, follow, { capture: true });
    });
    window.removeEventListener('pagehide', stop);
    window.removeEventListener('pageshow', follow);
    stop();
  };
}

/** Whether any tab shares the lock; not to be known outside of secure contexts. */
export async function isAnyInSight(): Promise<boolean> {
  const { held = [] } = (await lockManager()?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}

/** Whether somebody has clicked or typed in this tab; Firefox knows it since 120. */
export function wasTouched(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive === true;
}
