// Coordinates the service worker's notifications with the rings on this page: only one of both sounds, and an answer to
// either ends both.
import { disposeAll, onEvents } from '../browser/emitter';
import { browserId } from '../identity/browser-id';
import { isAccountHere } from '../identity/account-here';
import { reportHeard } from '../api/rings';
import { ringDeviceId } from '../push/push-support';
import { shownNotifications } from '../push/shown-notifications';
import type { RingName } from '../model/types';
import type {
  PageReply,
  ShownData,
  WorkerNews,
  WorkerQuestion,
  MessageToWorker,
} from '../push/worker-talk';
import { keyOf } from '../rings/occurrence';
import { checkRingsNow } from './clock';
import { anotherTabSounds, onSoundingChange, thisTabSounds } from './sound';
import { currentBook, currentRings, onBookChange } from './store';

/** Rings that were reported to the server. */
const heard = new Set<string>();

/** Coordinates with the service worker until the returned function is called; does nothing without one. */
export function followPushedRings(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const tidy = () => {
    if (!document.hidden) void closeWhatIsOver();
  };
  const stop = disposeAll(
    onEvents(serviceWorker, ['message'], handleMessage),
    onEvents(document, ['visibilitychange'], tidy),
    onBookChange(onRings),
    onSoundingChange(reportHeardRings),
  );
  serviceWorker.startMessages();
  tidy();
  return stop;
}

function handleMessage({ data, ports: [port] }: MessageEvent): void {
  const { asksAbout, tells } = data as Partial<WorkerQuestion & WorkerNews>;
  if (asksAbout !== undefined) port?.postMessage(replyTo(asksAbout));
  if (tells === 'look') checkRingsNow();
  if (tells === 'shown') void closeWhatIsOver();
}

/** What this page knows about a ring. */
function replyTo(ring: RingName): PageReply {
  const key = keyOfRing(ring);
  const { ringing, handled } = currentBook();
  if (handled.some((one) => one.key === key)) return 'answered';
  const rings = ringing.some((one) => one.key === key);
  return rings && (thisTabSounds() || anotherTabSounds()) ? 'sounding' : 'silent';
}

function onRings(): void {
  reportHeardRings();
  void closeWhatIsOver();
}

/**
 * Reports rings that sound here to the server, so that they are not pushed to this device, and not sent to channels of the
 * account that are for unheard rings. A browser without push goes by its id.
 */
function reportHeardRings(): void {
  const device = ringDeviceId.read() ?? (isAccountHere() ? browserId() : null);
  if (device === null || !thisTabSounds()) return;
  for (const ring of currentRings()) {
    if (heard.has(ring.key)) continue;
    heard.add(ring.key);
    // Then it is pushed, and the worker finds out that this page sounds.
    reportHeard(ring, device).catch(() => undefined);
  }
}

/** Closes notifications of rings that are over and, if the page is visible, notifications that say so. */
async function closeWhatIsOver(): Promise<void> {
  if (ringDeviceId.read() === null) return;
  const over = new Set(currentBook().handled.map(({ key }) => key));
  const isOver = (data: ShownData | null) =>
    data?.ring ? over.has(keyOfRing(data.ring)) : data?.isOver === true && !document.hidden;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    for (const shown of await shownNotifications(registration)) {
      if (isOver(shown.data as ShownData | null)) shown.close();
    }
    // Closing by a page sends the worker no event.
    registration.active?.postMessage({ recount: true } satisfies MessageToWorker);
  } catch {
    // They stay until somebody closes them.
  }
}

function keyOfRing({ kind, id, scheduledFor }: RingName): string {
  return keyOf(kind, id, Date.parse(scheduledFor));
}
