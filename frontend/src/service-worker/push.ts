// The push handler of the service worker: rings with no page open, and answers to their notifications.
import type { Answer } from '../model/types';
import { bodyOf, subscribe } from '../push/push-subscription';
import {
  deleteValue,
  storeRingDevice,
  storeValue,
  storedValues,
  ringDevice,
} from '../push/ring-device';
import { showNotification, shownNotifications } from '../push/shown-notifications';
import type { MessageToWorker } from '../push/worker-talk';
import {
  isFresh,
  messageOf,
  missedNotice,
  onVisitorsClock,
  pause,
  plainNotice,
  ringNotice,
  withTime,
  type Notice,
  type NoticeData,
  type PushedRing,
  type PushMessage,
} from './push-notice';
import {
  askPages,
  bringToPage,
  confirm,
  putDevice,
  reportShown,
  sendAnswer,
  tellPages,
} from './push-calls';

/** An unanswered notification sounds again after this time, and this many times; then the server repeats it. */
const soundAgainMs = 5_000;
const soundsAgain = 5;
const confirmTries = 3;
/** The buttons of a notification count from this time on. */
const pressesAfterMs = 500;
/** The tag of the background sync. */
const answersSync = 'ring-answers';
/** A token is valid for an hour. */
const answersWaitForMs = 3_600_000;

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
    event.waitUntil(shown.then(() => sendWaitingAnswers(scope)).catch(() => undefined));
  });
  scope.addEventListener('notificationclick', (event) => {
    if (isEarly(event)) return;
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
    if (sendAnswers === true) event.waitUntil(sendWaitingAnswers(scope).catch(() => undefined));
  });
  scope.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === answersSync) sync.waitUntil(sendWaitingAnswers(scope));
  });
}

/** Whether a button was pressed when its notification appeared: the press was meant for what was there before. */
function isEarly({ action, notification }: NotificationEvent): boolean {
  const { shownAt = NaN } = (notification.data ?? {}) as Partial<NoticeData>;
  const sinceMs = Date.now() - shownAt;
  // The device's clock may have been set back since.
  return action !== '' && sinceMs >= 0 && sinceMs < pressesAfterMs;
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
  await storeRingDevice({ ...device, endpoint: body.endpoint });
}

// Rings.

/** The Badging API, which not all browsers have. */
interface Badge {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** Shows a notification from the push alone, before it contacts the server. */
async function showPush(scope: ServiceWorkerGlobalScope, pushed: unknown): Promise<void> {
  const message = messageOf(pushed);
  const { ring, hello, stop } = message;
  if (ring !== undefined) return showRing(scope, message, ring);
  soundsNoMore(message.options.tag ?? '');
  await show(scope, plainNotice(await onVisitorsClock(message), stop !== undefined));
  await showBadge(scope);
  for (let tries = 0; hello !== undefined && tries < confirmTries; tries += 1) {
    if (await confirm(hello.device, hello.code)) return tellPages(scope, 'confirmed');
    await pause(soundAgainMs);
  }
}

/** Shows the number of unanswered rings on the app's icon. */
async function showBadge(scope: ServiceWorkerGlobalScope): Promise<void> {
  const { navigator } = scope as { readonly navigator: Badge };
  const shown = await shownNotifications(scope.registration);
  const count = shown.filter(({ data }) => ringIn(data)).length;
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  await badge?.catch(() => undefined);
}

/** The ring of a notification; null if it has none. */
function ringIn(data: unknown): PushedRing | null {
  return (data as NoticeData | null)?.ring ?? null;
}

async function showRing(
  scope: ServiceWorkerGlobalScope,
  pushed: PushMessage,
  ring: PushedRing,
): Promise<void> {
  const tag = pushed.options.tag ?? '';
  soundsFor(tag, ring.token);
  const message = await onVisitorsClock(pushed);
  const known = await askPages(scope, ring).catch(() => 'silent');
  const isOver = known === 'answered' || !stillSoundsFor(tag, ring.token);
  const loud = ringNotice(message, ring, false);
  let rings = !isOver && isFresh(ring, Date.now());
  if (rings) await show(scope, known === 'silent' ? loud : ringNotice(message, ring, true));
  else await show(scope, isOver ? plainNotice(message, true) : await missedNotice(message, ring));
  await tellPages(scope, 'shown');
  const serverTime = await reportShown(ring);
  if (!isOver && !rings && isFresh(ring, serverTime)) {
    // This device's clock is wrong.
    rings = true;
    await show(scope, loud);
  }
  await showBadge(scope);
  if (rings && !ring.isStep) await soundAgain(scope, ring, loud);
}

/** Repeats the sound until somebody answers, in browsers that sound the same notification again. */
async function soundAgain(
  scope: ServiceWorkerGlobalScope,
  ring: PushedRing,
  notice: Notice,
): Promise<void> {
  if (!soundsSameAgain() || !notice.options.tag) return;
  for (let times = 1; times <= soundsAgain; times += 1) {
    await pause(soundAgainMs);
    const known = await askPages(scope, ring);
    if (known === 'answered' || !(await stands(scope, ring))) return;
    if (known === 'silent') await show(scope, notice);
  }
}

/** Whether a ring's notification is still shown: not dismissed, answered or replaced. */
async function stands(
  { registration }: ServiceWorkerGlobalScope,
  ring: PushedRing,
): Promise<boolean> {
  const shown = await shownNotifications(registration);
  const one = shown.find(({ data }) => ringIn(data)?.token === ring.token);
  return one !== undefined && stillSoundsFor(one.tag, ring.token);
}

async function show(
  { registration }: ServiceWorkerGlobalScope,
  { title, options }: Notice,
): Promise<void> {
  const { tag, body } = options;
  if (!soundsSameAgain() && tag) {
    // Safari shows both if a tag is reused.
    const older = await shownNotifications(registration, { tag }).catch(() => []);
    older.forEach((shown) => {
      shown.close();
    });
  }
  try {
    await showNotification(registration, title, options);
  } catch {
    // If this browser rejects an option, the notification is shown without options.
    await showNotification(registration, title, { tag, body, data: options.data as unknown });
  }
}

/** Chromium does. In other browsers a notification with the same tag may not replace the first. */
function soundsSameAgain(): boolean {
  return 'renotify' in Notification.prototype;
}

// Which ring each notification sounds for. `getNotifications` lags behind: a notification that is being replaced or closed
// is listed a moment longer, and must not sound again.

/** The ring's token, by the notification's tag. */
const rings = new Map<string, string>();

/** From now on the notification with this tag sounds for this ring only. */
function soundsFor(tag: string, token: string): void {
  rings.set(tag, token);
}

/**
 * The notification with this tag was answered, dismissed or replaced. Returns false if it sounds for another ring than
 * that of `token`, or for a repeat, and goes on.
 */
function soundsNoMore(tag: string, token = rings.get(tag)): boolean {
  // The worker may have been restarted since.
  if ((rings.get(tag) ?? token) !== token) return false;
  rings.delete(tag);
  return true;
}

function stillSoundsFor(tag: string, token: string): boolean {
  return rings.get(tag) === token;
}

// Answers: sent at once, or stored until the server can be reached.

interface WaitingAnswer {
  readonly ring: PushedRing;
  readonly answer: Answer;
  /** By this device's clock, in RFC 3339. */
  readonly givenAt: string;
  readonly tag: string;
  /** What is said if the server refuses a snooze. */
  readonly late?: string | undefined;
}

/** Answers a ring; shows the result if it differs from what was pressed. */
async function giveAnswer(
  scope: ServiceWorkerGlobalScope,
  shown: Notification,
  ring: PushedRing,
  answer: Answer,
): Promise<void> {
  const { texts } = shown.data as NoticeData;
  const response = await sendAnswer(ring, answer, undefined).catch(() => null);
  if (response === null || isWorthAnotherTry(response)) {
    const givenAt = new Date().toISOString();
    const given: WaitingAnswer = { ring, answer, givenAt, tag: shown.tag, late: texts?.late };
    await storeValue(ring.token, given);
    // Not in all browsers; in others the next push or page sends it.
    await syncLater(scope.registration);
    if (texts?.unsent) await say(scope, shown, texts.unsent, true);
    return;
  }
  if (answer !== 'snooze') return;
  const until = await snoozedUntil(response);
  if (until === null) await say(scope, shown, texts?.late);
  else if (texts?.snoozed) await say(scope, shown, await withTime(texts.snoozed, until));
}

/** Sends the stored answers. Fails if the server still cannot be reached, so that the browser retries. */
async function sendWaitingAnswers(scope: ServiceWorkerGlobalScope): Promise<void> {
  for (const given of await waitingAnswers()) {
    let isLate = Date.now() - Date.parse(given.givenAt) > answersWaitForMs;
    if (!isLate) {
      const response = await sendAnswer(given.ring, given.answer, given.givenAt);
      if (isWorthAnotherTry(response)) throw new Error('unsent');
      isLate = (await snoozedUntil(response)) === null;
    }
    await deleteValue(given.ring.token);
    for (const shown of await shownNotifications(scope.registration, { tag: given.tag })) {
      if ((shown.data as NoticeData | null)?.isUnsent !== true) continue;
      shown.close();
      if (isLate && given.answer === 'snooze') await say(scope, shown, given.late);
    }
  }
}

/** Shows a text in place of a notification, silently and without buttons; an older server has not sent every text. */
async function say(
  { registration }: ServiceWorkerGlobalScope,
  { title, tag, lang, dir, icon, data: before }: Notification,
  body: string | undefined,
  isUnsent = false,
): Promise<void> {
  if (!body) return;
  const { navigate } = before as NoticeData;
  const data: NoticeData = { navigate, ring: null, isUnsent };
  await showNotification(registration, title, { tag, lang, dir, icon, body, data, silent: true });
}

/** Without the device, which is in the same store. */
async function waitingAnswers(): Promise<readonly WaitingAnswer[]> {
  const stored = await storedValues().catch(() => []);
  return (stored as readonly Partial<WaitingAnswer>[]).filter(
    (one): one is WaitingAnswer => one.ring !== undefined,
  );
}

function isWorthAnotherTry({ status }: Response): boolean {
  return status >= 500 || status === 429 || status === 408;
}

async function syncLater(registration: ServiceWorkerRegistration): Promise<void> {
  const { sync } = registration as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(answersSync).catch(() => undefined);
}

/** Null if the server refuses the answer, or if another one came first. */
async function snoozedUntil(response: Response): Promise<string | null> {
  if (!response.ok) return null;
  const { snoozedUntil: until } = (await response.json()) as { snoozedUntil?: unknown };
  return typeof until === 'string' ? until : null;
}
