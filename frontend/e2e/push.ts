// What stands in for push services: the browser's subscription is made up, and pushes are delivered by DevTools.
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { expect, test as base } from './visitor';

export const test = base.extend({ serviceWorkers: 'allow' });

export const endpoint = 'https://fcm.googleapis.com/fcm/send/made-up';
/** A point of P-256, as a browser has one of its own. */
const p256dh =
  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const auth = 'BTBZMqHH6r4Tts7J_aSIgg';

/** A notification as pages find it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly lang: string;
  readonly dir: string;
  readonly silent: boolean | null;
  readonly requireInteraction: boolean;
  readonly actions: readonly string[];
}

const madeUp = { endpoint, keys: { p256dh, auth } };

/** Gives permission, and a push service that no test can reach otherwise. */
export async function preparePush(
  context: BrowserContext,
  { endpoint, keys }: typeof madeUp = madeUp,
): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const known = () => localStorage.getItem('made-up-subscription') !== null;
      const subscription = {
        endpoint,
        options: {},
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: () => {
          localStorage.removeItem('made-up-subscription');
          return Promise.resolve(true);
        },
      } as unknown as PushSubscription;
      PushManager.prototype.getSubscription = () => Promise.resolve(known() ? subscription : null);
      PushManager.prototype.subscribe = () => {
        localStorage.setItem('made-up-subscription', '');
        return Promise.resolve(subscription);
      };
    },
    { endpoint, keys },
  );
}

/** Waits until the worker runs, and returns it. */
export async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const find = () => page.context().serviceWorkers().at(-1);
  await expect.poll(() => find() !== undefined).toBe(true);
  const worker = find();
  if (worker === undefined) throw new Error('no service worker');
  return worker;
}

/** Delivers a push to the site's worker. */
export async function deliver(page: Page, payload: object | string): Promise<void> {
  await workerOf(page);
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  await devTools.detach();
}

/** The notifications on the screen. The lock keeps Chromium from deleting one that is just being shown. */
export async function shownIn(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = (await navigator.locks.request('tokibako-notifications', () =>
      registration.getNotifications(),
    )) as (Notification & { readonly actions: readonly { readonly action: string }[] })[];
    return all.map(({ title, body, tag, lang, dir, silent, requireInteraction, actions }) => ({
      ...{ title, body, tag, lang, dir, silent, requireInteraction },
      actions: actions.map(({ action }) => action),
    }));
  });
}

/**
 * Presses a button of the notification with a tag, or of the first that is shown, or beside them. Browsers let a made-up
 * press open no window.
 */
export async function press(page: Page, action: string, tag?: string): Promise<void> {
  const worker = await workerOf(page);
  const filter = tag === undefined ? {} : { tag };
  await worker.evaluate(
    async ({ action, filter }) => {
      const scope = self as unknown as {
        readonly registration: ServiceWorkerRegistration;
        readonly NotificationEvent: new (name: string, init: object) => Event;
      };
      const [notification] = await navigator.locks.request('tokibako-notifications', () =>
        scope.registration.getNotifications(filter),
      );
      // Earlier presses count as meant for what was there before.
      const { shownAt = 0 } = (notification?.data ?? {}) as { readonly shownAt?: number };
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, shownAt + 500 - Date.now())));
      self.dispatchEvent(
        new scope.NotificationEvent('notificationclick', { action, notification }),
      );
    },
    { action, filter },
  );
}
