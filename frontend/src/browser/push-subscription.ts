// The browser's subscription to its push service, as pages and the service worker make it and tell of it.

/** What the server is told of a subscription. */
export interface SubscriptionBody {
  readonly endpoint: string;
  /** `p256dh` and `auth`. */
  readonly keys: Readonly<Record<string, string>>;
  readonly language: string;
  readonly hideLabels: boolean;
}

/** Subscribes by the server's key. Asks nobody: permission has been given. */
export async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Takes the subscription that there is, if it was made by the server's key, and subscribes else. */
export async function subscribeBy(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known !== null) {
    if (isBy(known, key)) return known;
    // One subscription has one key.
    await known.unsubscribe();
  }
  return subscribe(manager, key);
}

/** Whether a subscription was made by this key; browsers that do not say so count as if. */
export function isBy({ options }: PushSubscription, key: string): boolean {
  const made = (options as PushSubscriptionOptions | undefined)?.applicationServerKey ?? null;
  return made === null || base64Url(new Uint8Array(made)) === key.replace(/=+$/, '');
}

/** The subscription as the server wants it. */
export function bodyOf(
  subscription: PushSubscription,
  { language, hideLabels }: Pick<SubscriptionBody, 'language' | 'hideLabels'>,
): SubscriptionBody {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: keys ?? {}, language, hideLabels };
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
