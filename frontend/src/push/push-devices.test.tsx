// This device as the server knows it: put when something has changed, and gone when somebody signs out.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RingDevice } from './ring-device';
import { ringDeviceId } from './push-support';
import { adoptBrowserId } from '../identity/browser-id';
import { signOut } from '../identity/account';
import { storedAccount } from '../identity/account-here';
import { installFakeLocks } from '../testing/fake-locks';
import { hourChoice } from '../settings/choices';
import { languageCodes } from '../i18n/languages';
import {
  refreshDevice,
  storeHours,
  leaveDevice,
  removeDevice,
  setLabelsHidden,
  turnOn,
} from './push-devices';
import type { PushDevice } from '../model/types';

const kept = vi.hoisted((): { device: RingDevice | null } => ({ device: null }));
vi.mock('./ring-device', () => ({
  ringDevice: () => Promise.resolve(kept.device),
  storeRingDevice: (device: RingDevice) => {
    kept.device = device;
    return Promise.resolve();
  },
  deleteRingDevice: () => {
    kept.device = null;
    return Promise.resolve();
  },
}));

const browser = '4a6b1f0e-35a5-4c4d-9d43-1f0f2d1f7a01';
const other = '4a6b1f0e-35a5-4c4d-9d43-1f0f2d1f7a02';
const key = 'AQID';
const keyBytes = new Uint8Array([1, 2, 3]).buffer;

/** The browser's push service: one subscription at most. */
const manager = {
  subscription: null as PushSubscription | null,
  made: 0,
  getSubscription: () => Promise.resolve(manager.subscription),
  subscribe: () => {
    manager.made += 1;
    const endpoint = `https://push.example/${String(manager.made)}`;
    manager.subscription = {
      endpoint,
      options: { applicationServerKey: keyBytes },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: () => {
        manager.subscription = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return Promise.resolve(manager.subscription);
  },
};

/** The server: whether it sends pushes, by which key, and to which devices. */
const server = {
  enabled: true,
  publicKey: key,
  devices: [] as Pick<PushDevice, 'id' | 'state' | 'ringFor'>[],
  putStatus: 202,
  /** The id of another browser that its account has given up. */
  isOtherRenewed: false,
  sent: [] as string[],
  bodies: [] as unknown[],
};
let permission: NotificationPermission;

beforeEach(() => {
  kept.device = null;
  Object.assign(manager, { subscription: null, made: 0 });
  Object.assign(server, { enabled: true, publicKey: key, devices: [], putStatus: 202 });
  server.isOtherRenewed = false;
  server.sent = [];
  server.bodies = [];
  permission = 'granted';
  localStorage.setItem('browser-id', browser);
  const registration = { pushManager: manager, getNotifications: () => Promise.resolve([]) };
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, act: () => Promise<void>) => act() },
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => Promise.resolve(permission),
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => Promise.resolve(answer(path, init)));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(path: string, { method = 'GET', body, headers }: RequestInit): Response {
  const whose = (headers as Record<string, string>)['X-Browser-Id'] === browser ? 'own' : 'other';
  if (method !== 'GET') server.sent.push(`${method} ${path} ${whose}`);
  if (whose === 'other' && server.isOtherRenewed)
    return json({ status: 410, type: '/problems/renewed' }, 410);
  if (typeof body === 'string') server.bodies.push(JSON.parse(body));
  if (path === '/api/push') return json({ enabled: server.enabled, publicKey: server.publicKey });
  if (path === '/api/push/devices') return json(server.devices);
  if (method === 'PUT') return json({ state: 'pending' }, server.putStatus);
  if (path === '/api/user') return json({}, 401);
  return new Response(null, { status: 204 });
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

/** Turns it on as a person does, and lets the server confirm it. */
async function on(): Promise<string> {
  expect(await turnOn(key, 'en', 600)).toBe('on');
  const id = ringDeviceId.read() ?? 'none';
  server.devices = [{ id, state: 'active', ringFor: 600 }];
  server.sent = [];
  return id;
}

test('subscribes, tells the server, and keeps what the worker needs', async () => {
  expect(await turnOn(key, 'en', 600)).toBe('on');
  const id = ringDeviceId.read() ?? 'none';
  expect(server.sent).toEqual([`PUT /api/push/devices/${id} own`]);
  expect(server.bodies).toEqual([
    {
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'p', auth: 'a' },
      ringFor: 600,
      language: 'en',
      hideLabels: false,
    },
  ]);
  expect(kept.device).toMatchObject({ id, browserId: browser, endpoint: 'https://push.example/1' });
});

test('a device whose registration got no response is removed when somebody signs out', async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const response = answer(path, init);
    return init.method === 'PUT'
      ? Promise.reject(new TypeError('lost'))
      : Promise.resolve(response);
  });
  expect(await turnOn(key, 'en', 600)).toBe('failed');
  const id = ringDeviceId.read() ?? 'none';
  await leaveDevice();
  expect(server.sent).toEqual([
    `PUT /api/push/devices/${id} own`,
    `DELETE /api/push/devices/${id} own`,
  ]);
  expect([manager.subscription, kept.device, ringDeviceId.read()]).toEqual([null, null, null]);
});

test('without permission nothing is asked of anybody', async () => {
  permission = 'denied';
  expect(await turnOn(key, 'en', 600)).toBe('blocked');
  permission = 'default';
  expect(await turnOn(key, 'en', 600)).toBe('undecided');
  expect(server.sent).toEqual([]);
  expect(manager.made).toBe(0);
});

test('an address that the server may not call is told apart from a network that fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.putStatus = 422;
  expect(await turnOn(key, 'en', 600)).toBe('refused');
  expect(ringDeviceId.read()).toBeNull();
  server.putStatus = 500;
  expect(await turnOn(key, 'en', 600)).toBe('failed');
});

test('a start where nothing has changed tells the server nothing', async () => {
  await on();
  await refreshDevice(600);
  expect(server.sent).toEqual([]);
});

test('a browser that never turned it on asks nothing', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  await refreshDevice(600);
  expect(asked).not.toHaveBeenCalled();
});

test.each<[string, () => unknown]>([
  ['a subscription that was renewed', () => manager.subscribe()],
  ['a subscription that was lost', () => manager.subscription?.unsubscribe()],
  [
    'a server with another key',
    () => {
      server.publicKey = 'AQIE';
    },
  ],
  [
    'a device that the server has lost',
    () => {
      server.devices = [];
    },
  ],
  [
    'a subscription that the push service refuses',
    () => {
      server.devices = server.devices.map((device) => ({ ...device, state: 'failing' }));
    },
  ],
])('%s is put once', async (_, change) => {
  const id = await on();
  await change();
  await refreshDevice(600);
  expect(server.sent).toEqual([`PUT /api/push/devices/${id} own`]);
  expect(kept.device?.endpoint).toBe(manager.subscription?.endpoint);
});

test('a permission that was taken away is not asked for again, and mended once it is back', async () => {
  const id = await on();
  permission = 'denied';
  await manager.subscription?.unsubscribe();
  await refreshDevice(600);
  expect(server.sent).toEqual([]);
  permission = 'granted';
  await refreshDevice(600);
  expect(server.sent).toEqual([`PUT /api/push/devices/${id} own`]);
});

test('a device that the server has lost registers a new subscription under its id', async () => {
  const id = await on();
  const { endpoint } = manager.subscription ?? {};
  server.devices = [];
  await refreshDevice(600);
  expect([ringDeviceId.read(), kept.device?.id]).toEqual([id, id]);
  expect(manager.subscription?.endpoint).not.toBe(endpoint);
});

test('a device that was removed on another device is forgotten here', async () => {
  const id = await on();
  server.devices = [];
  server.putStatus = 410;
  await refreshDevice(600);
  expect(server.sent).toEqual([`PUT /api/push/devices/${id} own`]);
  expect([ringDeviceId.read(), kept.device, manager.subscription]).toEqual([null, null, null]);
});

test('a browser that signs in rings for the account, and for nobody where it was signed out elsewhere', async () => {
  const id = await on();
  localStorage.setItem('account:v1', '{"ownId":null}');
  adoptBrowserId(other);
  await refreshDevice(600);
  expect(server.sent).toEqual([`PUT /api/push/devices/${id} other`]);
  expect(kept.device?.browserId).toBe(other);

  localStorage.removeItem('account:v1');
  adoptBrowserId(browser);
  await refreshDevice(600);
  expect(server.sent.at(-1)).toBe(`DELETE /api/push/devices/${id} other`);
  expect([ringDeviceId.read(), kept.device, manager.subscription]).toEqual([null, null, null]);
});

test('signing out removes the device first', async () => {
  storedAccount.write({ ownId: null, formerIds: [] });
  const id = await on();
  await signOut();
  expect(server.sent.slice(0, 2)).toEqual([
    `DELETE /api/push/devices/${id} own`,
    'POST /api/logout own',
  ]);
  expect([ringDeviceId.read(), kept.device, manager.subscription]).toEqual([null, null, null]);
});

test('leaving twice is leaving once; another device goes from the server alone', async () => {
  const id = await on();
  await removeDevice('another');
  expect(ringDeviceId.read()).toBe(id);
  await leaveDevice();
  await leaveDevice();
  expect(server.sent).toEqual([
    'DELETE /api/push/devices/another own',
    `DELETE /api/push/devices/${id} own`,
  ]);
});

test('a device under an id that the account has given up is removed under the new one', async () => {
  const id = await on();
  if (kept.device !== null) kept.device = { ...kept.device, browserId: other };
  server.isOtherRenewed = true;
  server.sent = [];
  await leaveDevice();
  expect(server.sent).toEqual([
    `DELETE /api/push/devices/${id} other`,
    `DELETE /api/push/devices/${id} own`,
  ]);
  expect(kept.device).toBeNull();
});

test('a renewed id forgets no device', async () => {
  await on();
  localStorage.setItem('browser-id', other);
  server.isOtherRenewed = true;
  await expect(setLabelsHidden(true)).rejects.toThrow('410');
  expect(ringDeviceId.read()).not.toBeNull();
});

test('labels are hidden by putting the same subscription', async () => {
  const id = await on();
  await setLabelsHidden(true);
  expect(server.sent).toEqual([`PUT /api/push/devices/${id} own`]);
  expect(server.bodies.at(-1)).toMatchObject({ hideLabels: true, language: 'en' });
  expect(kept.device?.hideLabels).toBe(true);
});

test.each([
  ['en', '12:{minutes} AM', '12:{minutes} PM', '11:{minutes} PM'],
  ['ja', '午前0:{minutes}', '午後0:{minutes}', '午後11:{minutes}'],
  ['ko', '오전 12:{minutes}', '오후 12:{minutes}', '오후 11:{minutes}'],
  ['ar', '12:{minutes} ص', '12:{minutes} م', '11:{minutes} م'],
  ['hi', '12:{minutes} am', '12:{minutes} pm', '11:{minutes} pm'],
  ['id', '12:{minutes} AM', '12:{minutes} PM', '11:{minutes} PM'],
])('the worker gets the hours of a 12-hour clock in %s', async (language, first, noon, last) => {
  hourChoice.write('h12');
  expect(await turnOn(key, language, 600)).toBe('on');
  const hours = kept.device?.hours?.map((hour) => hour.replaceAll(/\s/g, ' ')) ?? [];
  expect([hours.length, hours[0], hours[12], hours[23]]).toEqual([24, first, noon, last]);
  expect(server.bodies.at(-1)).not.toHaveProperty('hours');
});

test.each(languageCodes)('every hour in %s has a place for the minutes', async (code) => {
  hourChoice.write('h12');
  expect(await turnOn(key, code, 600)).toBe('on');
  const hours = kept.device?.hours ?? [];
  expect(new Set(hours).size).toBe(24);
  expect(hours.filter((hour) => !/^\D*\d+:{minutes}\D*$/.test(hour))).toEqual([]);
});

test('a device rings with the site closed as long as its pages do', async () => {
  await on();
  expect(server.bodies.at(-1)).toMatchObject({ ringFor: 600 });
  await refreshDevice(600);
  expect(server.sent).toEqual([]);
  await refreshDevice(1800);
  expect(server.sent).toEqual([`PUT /api/push/devices/${String(kept.device?.id)} own`]);
  expect(server.bodies.at(-1)).toMatchObject({ ringFor: 1800, endpoint: 'https://push.example/1' });
  expect(kept.device).toMatchObject({ ringFor: 1800 });
});

test('a choice of hours is stored for the worker and sent to nobody', async () => {
  await on();
  expect(kept.device?.hours).toBeUndefined();
  hourChoice.write('h12');
  await storeHours();
  expect(kept.device?.hours?.[19]).toMatch(/^7:{minutes}\sPM$/);
  hourChoice.write('h24');
  await storeHours();
  expect(kept.device).toMatchObject({ language: 'en', endpoint: 'https://push.example/1' });
  expect(kept.device?.hours).toBeUndefined();
  expect(server.sent).toEqual([]);
});

test('a device that an older page has stored gets the chosen hours at the next start', async () => {
  await on();
  hourChoice.write('h12');
  await refreshDevice(600);
  expect(kept.device?.hours).toHaveLength(24);
  expect(server.sent).toEqual([]);
});

test('push is turned on although a frozen tab holds the lock', async () => {
  vi.useFakeTimers();
  installFakeLocks();
  void navigator.locks.request('tokibako-ring-device', () => new Promise(() => undefined));
  const turned = turnOn(key, 'en', 600);
  await vi.advanceTimersByTimeAsync(5_500);
  expect(await turned).toBe('on');
  expect(server.sent).toHaveLength(1);
  vi.useRealTimers();
});

test('once push is on, the browser is asked to keep what the worker needs', async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: { persist } } }));
  expect(await turnOn(key, 'en', 600)).toBe('on');
  expect(persist).toHaveBeenCalledOnce();
});

test('a push service that refuses, or does not answer, is told apart from our server', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const subscribe = vi.spyOn(manager, 'subscribe');
  subscribe.mockRejectedValueOnce(new DOMException('Registration failed', 'AbortError'));
  expect(await turnOn(key, 'en', 600)).toBe('noService');
  vi.useFakeTimers();
  subscribe.mockReturnValueOnce(new Promise(() => undefined));
  const outcome = turnOn(key, 'en', 600);
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  expect(await outcome).toBe('noService');
  expect(server.sent).toEqual([]);
  expect(await turnOn(key, 'en', 600)).toBe('on');
});
