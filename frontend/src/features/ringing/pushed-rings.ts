// Rings that the service worker shows as notifications, and the same rings on this page: one of both sounds, and what was
// answered on either is over on both.
import { reportHeard } from '../../api/rings';
import { ringDeviceId } from '../../browser/ring-device-id';
import type {
  PageReply,
  RingName,
  ShownData,
  WorkerNews,
  WorkerQuestion,
} from '../../browser/worker-talk';
import { keyOf } from '../../rings/occurrence';
import { currentBook, currentRings, onBookChange } from './ring-store';
import { lookAgain } from './ring-watch';
import { anotherTabSounds, onSoundingChange, thisTabSounds } from './sounding';

/** Told to the server already. */
const heard = new Set<string>();

/** Follows the service worker, until the returned function is called; says nothing to anybody where there is none. */
export function followPushedRings(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const onMessage = (event: MessageEvent) => {
    hear(event);
  };
  const tidy = () => {
    if (!document.hidden) void closeWhatIsOver();
  };
  serviceWorker.addEventListener('message', onMessage);
  serviceWorker.startMessages();
  document.addEventListener('visibilitychange', tidy);
  const stops = [onBookChange(onRings), onSoundingChange(tellWhatIsHeard)];
  tidy();
  return () => {
    serviceWorker.removeEventListener('message', onMessage);
    document.removeEventListener('visibilitychange', tidy);
    stops.forEach((stop) => {
      stop();
    });
  };
}

function hear({ data, ports: [port] }: MessageEvent): void {
  const { asksAbout, tells } = data as Partial<WorkerQuestion & WorkerNews>;
  if (asksAbout !== undefined) port?.postMessage(replyTo(asksAbout));
  if (tells === 'look') lookAgain();
  if (tells === 'shown') void closeWhatIsOver();
}

/** What this page knows of a ring. */
function replyTo(ring: RingName): PageReply {
  const key = keyOfRing(ring);
  const { ringing, handled } = currentBook();
  if (handled.some((one) => one.key === key)) return 'answered';
  const rings = ringing.some((one) => one.key === key);
  return rings && (thisTabSounds() || anotherTabSounds()) ? 'sounding' : 'silent';
}

function onRings(): void {
  tellWhatIsHeard();
  showBadge();
  void closeWhatIsOver();
}

/** Tells the server of what sounds here, so that it is not pushed to this device. */
function tellWhatIsHeard(): void {
  const device = ringDeviceId.read();
  if (device === null || !thisTabSounds()) return;
  for (const ring of currentRings()) {
    if (heard.has(ring.key)) continue;
    heard.add(ring.key);
    // Then it is pushed, and the worker finds that this page sounds.
    reportHeard(ring, device).catch(() => undefined);
  }
}

let badge = 0;

/** Shows on the app's icon how much rings. */
function showBadge(): void {
  const count = currentRings().length;
  if (count === badge || !('setAppBadge' in navigator)) return;
  badge = count;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

/** Closes notifications of rings that are over, and, where somebody sees the page, those that say so. */
async function closeWhatIsOver(): Promise<void> {
  if (ringDeviceId.read() === null) return;
  const over = new Set(currentBook().handled.map(({ key }) => key));
  const isOver = (data: ShownData | null) =>
    data?.ring ? over.has(keyOfRing(data.ring)) : data?.isOver === true && !document.hidden;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const shown of (await registration?.getNotifications()) ?? []) {
      if (isOver(shown.data as ShownData | null)) shown.close();
    }
  } catch {
    // They stay until somebody closes them.
  }
}

function keyOfRing({ kind, id, scheduledFor }: RingName): string {
  return keyOf(kind, id, Date.parse(scheduledFor));
}
