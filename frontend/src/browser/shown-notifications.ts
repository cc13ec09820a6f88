// Shows and lists the notifications of this site, from the service worker and from pages. While one is being shown, they
// must not be listed: Chromium takes a notification that is stored but not yet on the screen for one that was dismissed,
// and deletes it. Then it is never listed again, and its buttons do nothing.
// (DoReadAllNotificationDataForServiceWorkerRegistration in Chromium's platform_notification_context_impl.cc)

const lockName = 'tokibako-notifications';
/** A frozen page may hold the lock. A ring does not wait for it. */
const showsWithinMs = 100;
const listsWithinMs = 1_000;

export async function showNotification(
  registration: ServiceWorkerRegistration,
  title: string,
  options: NotificationOptions,
): Promise<void> {
  await underLock('shared', showsWithinMs, () => registration.showNotification(title, options));
}

export async function shownNotifications(
  registration: ServiceWorkerRegistration,
  filter?: GetNotificationOptions,
): Promise<readonly Notification[]> {
  return underLock('exclusive', listsWithinMs, () => registration.getNotifications(filter));
}

/** Acts while it holds the lock, or without the lock if it cannot be had in time. */
async function underLock<T>(mode: LockMode, withinMs: number, act: () => Promise<T>): Promise<T> {
  let acts: Promise<T> | undefined;
  try {
    const signal = AbortSignal.timeout(withinMs);
    await navigator.locks.request(lockName, { mode, signal }, () => (acts = act()));
  } catch {
    // It came too late, or there are no locks; what fails in `acts` is passed on below.
  }
  return acts ?? act();
}
