// Shows a notification for every push, whatever else fails: otherwise browsers revoke the permission.
import { showNotification, shownNotifications } from '../push/shown-notifications';
import { pause } from './pause';
import { messageOf, type NoticeData, type PushedRing, type PushMessage } from './push-message';
import { isFresh, missedNotice, plainNotice, ringNotice, type Notice } from './push-notice';
import { askPages, tellPages } from './push-pages';
import { confirm, reportShown } from './push-server';
import { soundsFor, soundsNoMore, stillSoundsFor } from './push-sounding';
import { onVisitorsClock } from './push-time';

/** An unanswered notification sounds again after this time, and this many times; then the server repeats it. */
const soundAgainMs = 5_000;
const soundsAgain = 5;
const confirmTries = 3;

/** The Badging API, which not all browsers have. */
interface Badge {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** Shows a notification from the push alone, before it contacts the server. */
export async function showPush(scope: ServiceWorkerGlobalScope, pushed: unknown): Promise<void> {
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
export async function showBadge(scope: ServiceWorkerGlobalScope): Promise<void> {
  const { navigator } = scope as { readonly navigator: Badge };
  const shown = await shownNotifications(scope.registration);
  const count = shown.filter(({ data }) => ringIn(data)).length;
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  await badge?.catch(() => undefined);
}

/** The ring of a notification; null if it has none. */
export function ringIn(data: unknown): PushedRing | null {
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
