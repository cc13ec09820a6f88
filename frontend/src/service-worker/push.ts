// The push handler of the service worker: rings with no page open.
import { keepRingDevice, ringDevice } from '../push/ring-device';
import { bodyOf, subscribe } from '../push/push-subscription';
import type { MessageToWorker } from '../push/worker-talk';
import { answersSync, giveAnswer, sendKeptAnswers } from './push-answers';
import type { NoticeData } from './push-message';
import { bringToPage } from './push-pages';
import { ringIn, showBadge, showPush } from './push-rings';
import { putDevice, reportShown } from './push-server';
import { soundsNoMore } from './push-sounding';

/** A push in Safari, which may have parsed a declarative message itself, with its notification. */
type DeclaredPush = PushEvent & { readonly notification?: unknown };

interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Registers all handlers for push; must be called when the worker starts. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => {
    const { data, notification } = event as DeclaredPush;
    const shown = showPush(scope, data?.text() ?? notification);
    event.waitUntil(shown);
    event.waitUntil(shown.then(() => sendKeptAnswers(scope)).catch(() => undefined));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    soundsNoMore(event.notification.tag);
    event.waitUntil(onClick(scope, event));
  });
  scope.addEventListener('notificationclose', (event) => {
    event.waitUntil(onClose(scope, event.notification));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(scope, event));
  });
  scope.addEventListener('message', (event) => {
    const { sendAnswers, recount } = event.data as MessageToWorker;
    if (recount === true) event.waitUntil(showBadge(scope));
    if (sendAnswers === true) event.waitUntil(sendKeptAnswers(scope).catch(() => undefined));
  });
  scope.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === answersSync) sync.waitUntil(sendKeptAnswers(scope));
  });
}

async function onClick(
  scope: ServiceWorkerGlobalScope,
  { action, notification }: NotificationEvent,
): Promise<void> {
  const ring = ringIn(notification.data);
  if (ring !== null && (action === 'snooze' || action === 'stop')) {
    await giveAnswer(scope, notification, ring, action);
  } else {
    const { navigate } = (notification.data ?? {}) as Partial<NoticeData>;
    await bringToPage(scope, navigate ?? '/');
  }
  await showBadge(scope);
}

/** A person has dismissed a notification; some browsers also say so when it is replaced. */
async function onClose(
  scope: ServiceWorkerGlobalScope,
  { tag, data }: Notification,
): Promise<void> {
  const ring = ringIn(data);
  if (!soundsNoMore(tag, ring?.token)) return;
  await showBadge(scope);
  if (ring !== null) await reportShown(ring, true);
}

/** The browser has changed its subscription: registers the new one with the server. */
async function renew(
  scope: ServiceWorkerGlobalScope,
  { newSubscription }: SubscriptionChange,
): Promise<void> {
  const device = await ringDevice();
  if (device === null) return;
  const { pushManager } = scope.registration;
  const subscription = newSubscription ?? (await subscribe(pushManager, device.key));
  const body = bodyOf(subscription, device);
  // If it fails, the next page does it, because the stored device is unchanged.
  if (!(await putDevice(device.id, body))) return;
  await keepRingDevice({ ...device, endpoint: body.endpoint });
}
