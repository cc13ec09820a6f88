// Whether a visible tab of the site has had user activation: such tabs share a lock, which hidden tabs can query. A
// message at the time of a ring would come late, because the visible tab is busy rendering it.
import { endAll, onEvents } from '../browser/listeners';
import { holdLock, lockManager } from '../browser/web-lock';

const name = 'tokibako-in-sight';
/** Events that change whether this tab is visible or has had user activation. */
const changes = ['visibilitychange', 'pointerup', 'keydown'] as const;

/**
 * Holds the shared lock while this tab is visible and has had user activation, until the returned function is called.
 */
export function shareVisibility(): () => void {
  const locks = lockManager();
  if (locks === null) return () => undefined;
  let leave: (() => void) | null = null;
  const stop = () => {
    leave?.();
    leave = null;
  };
  const follow = () => {
    if (document.hidden || !hasUserActivation()) stop();
    else leave ??= holdLock(locks, { name, mode: 'shared' });
  };
  follow();
  return endAll(
    onEvents(document, changes, follow, { capture: true }),
    // A page that holds a lock cannot enter the back/forward cache.
    onEvents(window, ['pagehide'], stop),
    onEvents(window, ['pageshow'], follow),
    stop,
  );
}

/** Whether any tab holds the lock; unknown in insecure contexts, and where the browser refuses to tell. */
export async function isAnyTabVisible(): Promise<boolean> {
  try {
    const { held = [] } = (await lockManager()?.query()) ?? {};
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

/** Whether this tab has had user activation; Firefox supports this since 120. */
export function hasUserActivation(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return userActivation?.hasBeenActive === true;
}
