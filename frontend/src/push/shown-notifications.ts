// Shows and lists the notifications of this site, from the service worker and from pages. While one is being shown, they
// must not be listed: Chromium takes a notification that is stored but not yet on the screen for one that was dismissed,
// and deletes it. Then it is never listed again, and its buttons do nothing.
// (DoReadAllNotificationDataForServiceWorkerRegistration in Chromium's platform_notification_context_impl.cc)
import { underLock } from '../browser/timed-lock';

const lockName = 'tokibako-notifications';
/** A frozen page may hold the lock. A ring does not wait for it. */
const showsWithinMs = 100;
const listsWithinMs = 1_000;

export async function showNotification(
  registration: ServiceWorkerRegistration,
  title: string,
  options: NotificationOptions,
): Promise<void> {
  const lock = { name: lockName, mode: 'shared', withinMs: showsWithinMs } as const;
  await underLock(lock, () => registration.showNotification(title, options));
}

export async function shownNotifications(
  registration: ServiceWorkerRegistration,
  filter?: GetNotificationOptions,
): Promise<readonly Notification[]> {
  const lock = { name: lockName, withinMs: listsWithinMs };
  return underLock(lock, () => registration.getNotifications(filter));
}
