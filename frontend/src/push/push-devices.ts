// Rings with the site closed: this device's registration, and all devices of this browser.
import useSWR, { mutate } from 'swr';
import { bodyOf, isBy, subscribeBy } from './push-subscription';
import { deleteRingDevice, storeRingDevice, ringDevice, type RingDevice } from './ring-device';
import { ringDeviceId } from './push-support';
import { shownNotifications } from './shown-notifications';
import { underLock } from '../browser/timed-lock';
import { timeOfDayText } from '../i18n/clock-time';
import { hourChoice } from '../settings/choices';
import type { MessageToWorker } from './worker-talk';
import { browserId } from '../identity/browser-id';
import { fetchingDefaults, fetchJson, request, requestAs } from '../api/client';
import { isAccountHere } from '../identity/account-here';
import { isRefused, isRenewed, ProblemError } from '../api/problem-error';
import type { PushDevice, PushOffer } from '../model/types';

const offerPath = '/api/push';
const devicesPath = '/api/push/devices';
/** A worker that is not ready by then never will be: it is switched off, or could not be installed. */
const workerComesWithinMs = 10_000;

/** The longest wait for the browser's push service. */
const pushServiceAnswersWithinMs = 15_000;

/** The longest wait for another tab that registers the device. */
const otherTabEndsWithinMs = 5_000;

/**
 * The result of turning push on. `undecided`: the permission prompt was closed without an answer. `noService`: the
 * browser could not register with its push service.
 */
export type TurnedOn = 'on' | 'blocked' | 'undecided' | 'refused' | 'noService' | 'failed';

interface PushState {
  /** Undefined until the first answer. */
  readonly offer: PushOffer | undefined;
  readonly devices: readonly PushDevice[] | undefined;
  readonly error: Error | undefined;
}

/** Whether the server offers push, and the devices of this browser. */
export function usePush(): PushState {
  const options = { ...fetchingDefaults, fetcher: fetchJson, revalidateIfStale: true };
  const offer = useSWR<PushOffer, Error>(offerPath, options);
  const isOn = offer.data?.enabled === true;
  const devices = useSWR<readonly PushDevice[], Error>(isOn ? devicesPath : null, options);
  return { offer: offer.data, devices: devices.data, error: offer.error ?? devices.error };
}

export function askForDevicesAgain(): void {
  void mutate(offerPath).catch(() => undefined);
  void mutate(devicesPath).catch(() => undefined);
}

/**
 * Asks for permission and registers this device, which rings for this many seconds; must be called from a user gesture,
 * as browsers require.
 */
export async function turnOn(key: string, language: string, ringFor: number): Promise<TurnedOn> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'undecided';
  try {
    await alone(async () => {
      const known = await ringDevice();
      const { pushManager } = await workerRegistration();
      const subscription = await subscribedInTime(pushManager, key);
      const id = known?.id ?? crypto.randomUUID();
      await put(subscription, {
        id,
        language,
        key,
        hideLabels: known?.hideLabels ?? false,
        ringFor,
      });
    });
    // Else a browser that needs room may delete what the worker needs.
    void (navigator as Partial<Navigator>).storage?.persist().catch(() => undefined);
    return 'on';
  } catch (failure) {
    console.warn('this device could not be registered for rings:', nameOf(failure));
    if (failure instanceof PushServiceError) return 'noService';
    return failure instanceof ProblemError && failure.status === 422 ? 'refused' : 'failed';
  }
}

/** The browser could not register with its push service. */
class PushServiceError extends Error {
  override readonly name = 'PushServiceError';
}

/** Some browsers never answer where their push service is out of reach. */
async function subscribedInTime(manager: PushManager, key: string): Promise<PushSubscription> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Error('no answer of the push service'));
    }, pushServiceAnswersWithinMs);
  });
  try {
    return await Promise.race([subscribeBy(manager, key), late]);
  } catch (failure) {
    throw new PushServiceError(nameOf(failure), { cause: failure });
  }
}

/** Shows labels in this device's notifications, or hides them. */
export async function setLabelsHidden(hideLabels: boolean): Promise<void> {
  await alone(async () => {
    const known = await ringDevice();
    const { pushManager } = await workerRegistration();
    const subscription = await pushManager.getSubscription();
    if (known !== null && subscription !== null) await put(subscription, { ...known, hideLabels });
  });
  await mutate(devicesPath);
}

/** Sends a test notification to a device in five seconds. */
export async function testDevice(id: string): Promise<void> {
  await request('POST', `${devicesPath}/${id}/test`);
}

export async function removeDevice(id: string): Promise<void> {
  if (id === ringDeviceId.read()) await leaveDevice();
  else await removeFromServer(id, browserId());
  await mutate(devicesPath);
}

/** Removes this device: from the server, with its subscription and everything stored for it. */
export async function leaveDevice(): Promise<void> {
  const id = ringDeviceId.read();
  if (id === null) return;
  const device = await ringDevice();
  await removeFromServer(id, device?.browserId ?? browserId());
  await deleteRegistration();
}

/**
 * Checks whether the server can still reach this device, and sends what has changed: the subscription, the server's
 * key, the browser id, or for how long the device rings. If nothing has changed, nothing is sent.
 */
export async function refreshDevice(ringFor: number): Promise<void> {
  if (ringDeviceId.read() === null) return;
  await alone(async () => {
    const device = await ringDevice();
    // The browser has dropped the subscription, or somebody signed out.
    if (device === null) {
      ringDeviceId.clear();
      return;
    }
    const isOthers = device.browserId !== browserId();
    if (isOthers && !isAccountHere()) {
      await removeFromServer(device.id, device.browserId).catch(() => undefined);
      await deleteRegistration();
      return;
    }
    // They are missing if an older page has stored the device.
    await storeHoursOf(device);
    // Without permission nothing can be repaired; the dialog explains how to grant it again.
    if (Notification.permission !== 'granted') return;
    await mend({ ...device, ringFor }, isOthers);
  });
}

/** Stores the visitor's choice of hours for the notifications of this device. */
export async function storeHours(): Promise<void> {
  await alone(async () => {
    const device = await ringDevice();
    if (device !== null) await storeHoursOf(device);
  });
}

/** Makes the worker send answers from notifications that could not be sent before. */
export async function sendAnswers(): Promise<void> {
  const { active } = await workerRegistration();
  active?.postMessage({ sendAnswers: true } satisfies MessageToWorker);
}

async function mend(device: RingDevice, isOthers: boolean): Promise<void> {
  const { enabled, publicKey } = await request<PushOffer>('GET', offerPath);
  if (!enabled || publicKey === null) return;
  const devices = await request<readonly PushDevice[]>('GET', devicesPath);
  const known = devices.find(({ id }) => id === device.id);
  const state = known?.state;
  const { pushManager } = await workerRegistration();
  const subscription = await pushManager.getSubscription();
  const isSame =
    subscription !== null &&
    subscription.endpoint === device.endpoint &&
    isBy(subscription, publicKey) &&
    !isOthers;
  if (isSame && known !== undefined && state !== 'failing') {
    if (known.ringFor !== device.ringFor) await put(subscription, device);
    return;
  }
  // The push service refuses the subscription, or the server has lost the device because it has ended: it is replaced.
  if (isSame || state === 'failing') await subscription?.unsubscribe();
  try {
    await put(await subscribeBy(pushManager, publicKey), { ...device, key: publicKey });
  } catch (failure) {
    if (!(failure instanceof ProblemError) || failure.status !== 410 || isRenewed(failure))
      throw failure;
    // It was removed on another device.
    await deleteRegistration();
  }
}

async function put(
  subscription: PushSubscription,
  {
    id,
    language,
    key,
    hideLabels,
    ringFor,
  }: Pick<RingDevice, 'id' | 'language' | 'key' | 'hideLabels' | 'ringFor'>,
): Promise<void> {
  const body = bodyOf(subscription, { language, hideLabels, ringFor });
  const hours = hoursIn(language);
  const device = { id, browserId: browserId(), language, key, hideLabels, ringFor, hours };
  const isNew = ringDeviceId.read() === null;
  // Stored before the request: the first push may come before its response, and if that is lost, who signs out must
  // still remove the device.
  await storeRingDevice({ ...device, endpoint: '' });
  ringDeviceId.write(id);
  try {
    await request('PUT', `${devicesPath}/${id}`, body);
  } catch (failure) {
    if (isNew && isRefused(failure)) await deleteRegistration();
    throw failure;
  }
  await storeRingDevice({ ...device, endpoint: body.endpoint });
}

async function storeHoursOf(device: RingDevice): Promise<void> {
  const hours = hoursIn(device.language);
  if (String(hours) !== String(device.hours)) await storeRingDevice({ ...device, hours });
}

/** The hours of a day as the service worker needs them; undefined for 24 hours, which the server writes. */
function hoursIn(locale: string): readonly string[] | undefined {
  if (hourChoice.read() !== 'h12') return undefined;
  return Array.from({ length: 24 }, (_, hour) =>
    timeOfDayText({ locale }, hour * 3_600_000, 0, true).replace(':00', ':{minutes}'),
  );
}

async function removeFromServer(id: string, whose: string): Promise<void> {
  try {
    await requestAs(whose, 'DELETE', `${devicesPath}/${id}`);
  } catch (failure) {
    // The account's new id owns its devices.
    if (isRenewed(failure) && whose !== browserId()) return removeFromServer(id, browserId());
    if (!(failure instanceof ProblemError) || failure.status !== 404) throw failure;
  }
}

async function deleteRegistration(): Promise<void> {
  ringDeviceId.clear();
  await deleteRingDevice();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  const shown = registration === undefined ? [] : await shownNotifications(registration);
  shown.forEach((notification) => {
    notification.close();
  });
  registration?.active?.postMessage({ recount: true } satisfies MessageToWorker);
}

async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const { ready } = navigator.serviceWorker;
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Error('there is no service worker'));
    }, workerComesWithinMs);
  });
  return Promise.race([ready, late]);
}

/** One tab at a time; otherwise two tabs that start together would send everything twice, which only costs requests. */
async function alone(act: () => Promise<void>): Promise<void> {
  await underLock({ name: 'tokibako-ring-device', withinMs: otherTabEndsWithinMs }, act);
}

/** The name of the error without its message, which may contain the device's endpoint. */
function nameOf(failure: unknown): string {
  return failure instanceof Error ? failure.name : 'unknown';
}
