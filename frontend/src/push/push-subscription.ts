// The browser's push subscription, for pages and the service worker.
import type { Schemas } from '../model/types';
import type { RingDevice } from './ring-device';

type NewDevice = Schemas['NewDevice'];

/** Subscribes with the server's key. There is no prompt, because permission was granted before. */
export async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Returns the present subscription if it has the server's key; otherwise subscribes. */
export async function subscribeBy(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known !== null) {
    if (isBy(known, key)) return known;
    // A subscription is bound to one key.
    await known.unsubscribe();
  }
  return subscribe(manager, key);
}

/** Whether a subscription has this key; true in browsers that do not tell. */
export function isBy({ options }: PushSubscription, key: string): boolean {
  const made = (options as PushSubscriptionOptions | undefined)?.applicationServerKey ?? null;
  return made === null || base64Url(new Uint8Array(made)) === key.replace(/=+$/, '');
}

/** The subscription in the server's format. */
export function bodyOf(
  subscription: PushSubscription,
  { language, hideLabels, ringFor }: Pick<RingDevice, 'language' | 'hideLabels' | 'ringFor'>,
): NewDevice {
  const { endpoint, keys } = subscription.toJSON();
  return {
    endpoint: endpoint ?? '',
    keys: (keys ?? {}) as NewDevice['keys'],
    language: language as NewDevice['language'],
    hideLabels,
    ringFor,
  };
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
