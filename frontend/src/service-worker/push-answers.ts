// Answers to notifications: sent at once, or stored until the server can be reached.
import type { Answer } from '../model/types';
import { dropValue, keepValue, keptValues } from '../push/ring-device';
import { showNotification, shownNotifications } from '../push/shown-notifications';
import type { NoticeData, PushedRing } from './push-message';
import { sendAnswer } from './push-server';
import { withTime } from './push-time';

/** The tag of the background sync. */
export const answersSync = 'ring-answers';
/** A token is valid for an hour. */
const keptForMs = 3_600_000;

interface KeptAnswer {
  readonly ring: PushedRing;
  readonly answer: Answer;
  /** By this device's clock, in RFC 3339. */
  readonly givenAt: string;
  readonly tag: string;
}

/** Answers a ring; shows the result if it differs from what was pressed. */
export async function giveAnswer(
  scope: ServiceWorkerGlobalScope,
  shown: Notification,
  ring: PushedRing,
  answer: Answer,
): Promise<void> {
  const { navigate, texts } = shown.data as NoticeData;
  const given = { ring, answer, givenAt: new Date().toISOString(), tag: shown.tag };
  const tell = (text: string, isUnsent: boolean) => {
    const { title, tag, lang, dir, icon } = shown;
    const data: NoticeData = { navigate, ring: null, isUnsent };
    const options = { tag, lang, dir, icon, body: text, data, silent: true };
    return showNotification(scope.registration, title, options);
  };
  const response = await sendAnswer(ring, answer, undefined).catch(() => null);
  if (response === null || isWorthAnotherTry(response)) {
    await keepValue(ring.token, given);
    // Not in all browsers; in others the next push or page sends it.
    await syncLater(scope.registration);
    if (texts?.unsent) await tell(texts.unsent, true);
    return;
  }
  const until = response.ok ? await snoozedUntil(response) : null;
  if (until !== null && texts?.snoozed) {
    await tell(await withTime(texts.snoozed, until), false);
  }
}

/** Sends the stored answers. Fails if the server still cannot be reached, so that the browser retries. */
export async function sendKeptAnswers(scope: ServiceWorkerGlobalScope): Promise<void> {
  const kept = await keptAnswers();
  for (const given of kept) {
    const isTooOld = Date.now() - Date.parse(given.givenAt) > keptForMs;
    if (!isTooOld) {
      const response = await sendAnswer(given.ring, given.answer, given.givenAt);
      if (isWorthAnotherTry(response)) throw new Error('unsent');
    }
    await dropValue(given.ring.token);
    for (const shown of await shownNotifications(scope.registration, { tag: given.tag })) {
      if ((shown.data as NoticeData | null)?.isUnsent === true) shown.close();
    }
  }
}

/** Without the device, which is in the same store. */
async function keptAnswers(): Promise<readonly KeptAnswer[]> {
  const kept = await keptValues().catch(() => []);
  return (kept as readonly Partial<KeptAnswer>[]).filter(
    (one): one is KeptAnswer => one.ring !== undefined,
  );
}

function isWorthAnotherTry({ status }: Response): boolean {
  return status >= 500 || status === 429 || status === 408;
}

async function syncLater(registration: ServiceWorkerRegistration): Promise<void> {
  const { sync } = registration as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(answersSync).catch(() => undefined);
}

async function snoozedUntil(response: Response): Promise<string | null> {
  const { snoozedUntil: until } = (await response.json()) as { snoozedUntil?: unknown };
  return typeof until === 'string' ? until : null;
}
