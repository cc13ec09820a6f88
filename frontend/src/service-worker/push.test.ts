// Pushes as the worker shows them: what stands in the notification, when it sounds, and what becomes of an answer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { FakePage, FakeScope, aSubscription, inChromium } from '../testing/fake-worker-scope';
import { listenForPushes } from './push';

/** What is kept in this browser; the real one is IndexedDB. */
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../push/ring-device', () => ({
  ringDevice: () => Promise.resolve(kept.get('device') ?? null),
  storeRingDevice: (device: unknown) => Promise.resolve(kept.set('device', device)),
  storeValue: (name: string, value: unknown) => Promise.resolve(kept.set(name, value)),
  deleteValue: (name: string) => Promise.resolve(kept.delete(name)),
  storedValues: () => Promise.resolve([...kept.values()]),
}));

const now = Date.parse('2026-11-21T07:00:01Z');
const ring = {
  kind: 'alarm',
  id: 42,
  scheduledFor: '2026-11-21T07:00:00Z',
  device: 'd-1',
  token: 'secret',
};
const texts = {
  missed: 'Missed at {time}',
  unsent: 'Not sent yet',
  late: 'Too late',
  snoozed: 'Snoozed until {time}',
};
const notification = {
  title: 'Walk',
  body: 'Alarm · 07:00',
  lang: 'en',
  dir: 'ltr',
  navigate: 'https://time.example/alarm/en',
  tag: 'alarm-42',
  timestamp: now - 1000,
  actions: [
    { action: 'snooze', title: 'Snooze 9 min' },
    { action: 'stop', title: 'Stop' },
  ],
  data: { ring, texts },
};

/** An instant as the site writes times; the tests run in any zone. */
function local(instant: string): string {
  const at = new Date(instant);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

let scope: FakeScope;
const server = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers({ now });
  inChromium();
  installFakeLocks();
  vi.stubGlobal('fetch', server);
  server.mockReset();
  server.mockImplementation(() => Promise.resolve(new Response('{}')));
  kept.clear();
  scope = new FakeScope();
  listenForPushes(scope as unknown as ServiceWorkerGlobalScope);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sent(): string[] {
  return server.mock.calls.map(
    ([path, { method, body }]) => `${method ?? ''} ${path} ${body as string}`,
  );
}

async function settled(work: Promise<unknown>): Promise<void> {
  await vi.runAllTimersAsync();
  await work;
}

test('a ring is shown from what the push says, before anything is sent', async () => {
  server.mockImplementation(() => {
    expect(scope.shown).toHaveLength(1);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const work = scope.push({ web_push: 8030, notification });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scope.shown).toMatchObject([
    {
      title: 'Walk',
      body: 'Alarm · 07:00',
      lang: 'en',
      tag: 'alarm-42',
      silent: false,
      renotify: true,
      requireInteraction: true,
      actions: notification.actions,
      data: { navigate: notification.navigate, ring },
    },
  ]);
  expect(scope.navigator.badge).toBe(1);
  const [heard] = server.mock.calls;
  expect(heard?.[0]).toBe('/api/rings/heard');
  expect(heard?.[1].headers).toMatchObject({ Authorization: 'Bearer secret' });
  expect(JSON.parse(heard?.[1].body as string)).toEqual({
    kind: 'alarm',
    id: 42,
    scheduledFor: ring.scheduledFor,
    device: 'd-1',
  });
  await settled(work);
});

test('a step of a timer sounds once, does not stay, and is not worth a sound half a minute later', async () => {
  const step = { ...notification, data: { ring: { ...ring, isStep: true }, texts } };
  await settled(scope.push({ web_push: 8030, notification: step }));
  expect(scope.showings).toMatchObject([{ silent: false, requireInteraction: false }]);

  vi.setSystemTime(Date.parse(ring.scheduledFor) + 31_000);
  await settled(scope.push({ web_push: 8030, notification: step }));
  expect(scope.showings.at(-1)).toMatchObject({ silent: true, actions: [] });
});

test('an unanswered ring sounds again every five seconds until the server repeats it', async () => {
  await settled(scope.push({ notification }));
  expect(scope.showings).toHaveLength(6);
  expect(Date.now() - now).toBe(25_000);
  expect(scope.shown).toHaveLength(1);
});

/** The message that follows an unanswered one after half a minute each. */
function repeated(repeat: number): object {
  const data = { ring: { ...ring, token: `secret ${String(repeat)}`, repeat }, texts };
  return { notification: { ...notification, data } };
}

test.each([
  ['Chromium', inChromium, 6],
  ['a browser that sounds nothing twice', () => vi.stubGlobal('Notification', vi.fn()), 1],
])('in %s a repeat sounds, also half an hour later', async (_, inBrowser, times) => {
  inBrowser();
  for (const repeat of [1, 2, 59]) {
    scope.showings.length = 0;
    vi.setSystemTime(Date.parse(ring.scheduledFor) + 300 + repeat * 30_000);
    await settled(scope.push(repeated(repeat)));
    expect(scope.showings).toHaveLength(times);
    expect(scope.showings[0]).toMatchObject({ silent: false, actions: notification.actions });
    expect(scope.shown).toHaveLength(1);
    expect(scope.shown[0]?.data.ring).toMatchObject({ repeat });
  }
});

test('a person who dismisses a ring is not called again, and one that was replaced is not dismissed', async () => {
  await settled(scope.push({ notification }));
  const [first] = scope.shown;
  await settled(scope.push(repeated(1)));
  server.mockClear();
  await scope.send('notificationclose', { notification: first });
  expect(sent()).toEqual([]);
  const [second] = scope.shown;
  second?.close();
  await scope.send('notificationclose', { notification: second });
  const { token, ...named } = { ...ring, token: 'secret 1', repeat: 1 };
  expect(sent()).toEqual([
    `POST /api/rings/heard ${JSON.stringify({ ...named, dismissed: true })}`,
  ]);
  expect(server.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: `Bearer ${token}` });
  expect(scope.navigator.badge).toBe(0);
});

test('it does not sound again once it was dismissed, replaced or answered', async () => {
  const dismissed = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(6_000);
  scope.shown[0]?.close();
  await settled(dismissed);
  expect(scope.showings).toHaveLength(2);

  const replaced = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  const stop = {
    title: 'Walk',
    body: 'Stopped on another device',
    tag: 'alarm-42',
    data: { stop: ring },
  };
  await scope.push({ notification: stop });
  await settled(replaced);
  expect(scope.shown).toMatchObject([
    { body: stop.body, silent: true, data: { ring: null, isOver: true } },
  ]);
  expect(scope.navigator.badge).toBe(0);
});

test('it does not sound again while a slow browser still shows it in the place of its stop', async () => {
  const ringing = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(4_900);
  scope.showsAfterMs = 300;
  const stop = { ...notification, body: 'Stopped', data: { stop: ring } };
  const stopped = scope.push({ notification: stop });
  await settled(Promise.all([ringing, stopped]));
  expect(scope.shown).toMatchObject([{ body: 'Stopped', data: { ring: null } }]);
});

test('of two rings at the same time both sound again', async () => {
  const other = { ...ring, id: 43, token: 'other' };
  scope.showsAfterMs = 30;
  const first = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(15);
  const second = scope.push({
    notification: { ...notification, tag: 'alarm-43', data: { ring: other, texts } },
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scope.navigator.badge).toBe(2);
  scope.showsAfterMs = 0;
  await settled(Promise.all([first, second]));
  expect(scope.showings).toHaveLength(12);
});

test('it does not sound again while a slow browser still shows what was dismissed', async () => {
  const ringing = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(4_900);
  await scope.send('notificationclose', { notification: scope.shown[0] });
  await settled(ringing);
  expect(scope.showings).toHaveLength(1);
});

test('a stop that arrives while the pages are asked about the ring leaves it without a sound', async () => {
  scope.pages = [new FakePage(null)];
  const ringing = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(100);
  await scope.push({ notification: { ...notification, body: 'Stopped', data: { stop: ring } } });
  await settled(ringing);
  expect(scope.showings).toMatchObject([{ silent: true }, { silent: true, actions: [] }]);
});

test('a browser that does not sound the same again shows it once, in the place of an older one', async () => {
  vi.stubGlobal('Notification', vi.fn());
  await settled(scope.push({ notification }));
  expect(scope.showings).toHaveLength(1);
});

test('where a page sounds the ring it is shown without a sound, and sounds when that page is gone', async () => {
  const page = new FakePage('sounding');
  scope.pages = [page];
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scope.shown).toMatchObject([{ silent: true, requireInteraction: true }]);
  expect(scope.shown[0]).not.toHaveProperty('renotify');
  expect(page.told).toContainEqual({ tells: 'shown' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(scope.showings).toHaveLength(1);
  scope.pages = [];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(scope.shown).toMatchObject([{ silent: false }]);
  await settled(work);
});

test('a page that is frozen holds the ring up for 400 ms and no longer', async () => {
  scope.pages = [new FakePage(null)];
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(399);
  expect(scope.shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(scope.shown).toMatchObject([{ silent: false }]);
  await settled(work);
});

test('what a page knows as answered is shown all the same, silent and with nothing to press', async () => {
  scope.pages = [new FakePage('answered')];
  await settled(scope.push({ notification }));
  expect(scope.showings).toMatchObject([
    { silent: true, actions: [], data: { ring: null, isOver: true } },
  ]);
});

test('a ring that is more than ten minutes late is told as missed, silent', async () => {
  vi.setSystemTime(now + 10 * 60_000);
  await settled(scope.push({ notification }));
  expect(scope.showings).toMatchObject([
    {
      title: 'Walk',
      body: `Missed at ${local(ring.scheduledFor)}`,
      silent: true,
      actions: [],
      data: { ring: null },
    },
  ]);
});

test('a device whose clock is wrong rings by the server’s time', async () => {
  vi.setSystemTime(now + 3_600_000);
  const headers = { Date: new Date(now).toUTCString() };
  server.mockImplementation(() => Promise.resolve(new Response(null, { status: 204, headers })));
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scope.shown).toMatchObject([{ body: 'Alarm · 07:00', silent: false, data: { ring } }]);
  await settled(work);
});

/** The hours as a page stores them. */
const japaneseHours = Array.from({ length: 24 }, (_, hour) => {
  return `${hour < 12 ? '午前' : '午後'}${String(hour % 12)}:{minutes}`;
});

test.each<[string, readonly string[] | undefined, string]>([
  ['00:05', japaneseHours, '午前0:05'],
  ['12:00', japaneseHours, '午後0:00'],
  ['23:59', japaneseHours, '午後11:59'],
  ['12:00', undefined, '12:00'],
])(
  'a ring and its stop have the time %s on the clock that was chosen',
  async (time, hours, own) => {
    kept.set('device', { id: 'd-1', hours });
    const timed = { ...notification, body: `アラーム · ${time}` };
    await settled(scope.push({ notification: { ...timed, data: { ring, texts, time } } }));
    expect(scope.showings).toHaveLength(6);
    expect(new Set(scope.showings.map(({ body }) => body))).toEqual(new Set([`アラーム · ${own}`]));

    const stop = { ...timed, body: `${time}までスヌーズ中`, data: { stop: ring, time } };
    await settled(scope.push({ notification: stop }));
    expect(scope.shown).toMatchObject([{ body: `${own}までスヌーズ中`, silent: true }]);
  },
);

test('a missed ring and a snooze that was pressed here have the hours that were chosen', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `hour ${String(hour)}, {minutes}`);
  const written = (instant: string) => {
    const [hour, minutes] = local(instant).split(':');
    return `hour ${String(Number(hour))}, ${minutes ?? ''}`;
  };
  kept.set('device', { id: 'd-1', hours });
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  const snoozedUntil = '2026-11-21T07:09:00Z';
  server.mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ snoozedUntil }))));
  await scope.click('snooze');
  expect(scope.shown).toMatchObject([{ body: `Snoozed until ${written(snoozedUntil)}` }]);
  await settled(work);

  vi.setSystemTime(now + 10 * 60_000);
  await settled(scope.push({ notification }));
  expect(scope.shown).toMatchObject([{ body: `Missed at ${written(ring.scheduledFor)}` }]);
});

test('a ring is shown as the server wrote it if the storage does not answer or the time is unknown', async () => {
  kept.set('device', new Promise(() => undefined));
  const work = scope.push({ notification: { ...notification, data: { ring, time: '07:00' } } });
  await vi.advanceTimersByTimeAsync(600);
  expect(scope.shown).toMatchObject([{ body: 'Alarm · 07:00', data: { ring } }]);
  await settled(work);

  kept.set('device', { id: 'd-1', hours: japaneseHours });
  await settled(scope.push({ notification: { ...notification, data: { ring, time: 7 } } }));
  await settled(scope.push({ notification: { ...notification, data: { ring, time: 'noon' } } }));
  expect(scope.showings.at(-8)).toMatchObject({ body: 'Alarm · 07:00' });
  expect(scope.shown).toMatchObject([{ body: 'Alarm · 07:00' }]);
});

test.each(['not JSON', '{}', '{"notification":{"data":{"ring":{}}}}', ''])(
  'something is shown for the push %j',
  async (payload) => {
    await settled(scope.push(payload));
    expect(scope.showings).toMatchObject([{ title: 'Tokibako', silent: true }]);
    expect(sent()).toEqual([]);
  },
);

test('an option that a browser refuses leaves the rest of a ring', async () => {
  scope.refusesOptions = true;
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scope.shown).toMatchObject([{ title: 'Walk', tag: 'alarm-42', data: { ring } }]);
  await settled(work);
});

test('the first push is shown, its code is sent back, and the pages hear of it', async () => {
  kept.set('device', { id: 'd-1', browserId: 'b-1' });
  const page = new FakePage('silent');
  scope.pages = [page];
  const hello = { device: 'd-1', code: '1234' };
  const first = { title: 'Tokibako rings here', silent: true, data: { hello } };
  await settled(scope.push({ notification: first }));
  expect(scope.shown).toMatchObject([{ title: 'Tokibako rings here', silent: true }]);
  expect(sent()).toEqual(['POST /api/push/devices/d-1/confirm {"code":"1234"}']);
  expect(server.mock.calls[0]?.[1].headers).toMatchObject({ 'X-Browser-Id': 'b-1' });
  expect(page.told).toContainEqual({ tells: 'confirmed' });
});

test('a test sounds as a ring does, and waits for no answer', async () => {
  const data = { test: { device: 'd-1' } };
  await settled(scope.push({ notification: { ...notification, silent: false, data } }));
  expect(scope.showings).toMatchObject([{ title: 'Walk', silent: false, data: { ring: null } }]);
  expect(sent()).toEqual([]);
});

test('Snooze answers with the token, closes the notification and says until when', async () => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  const answer = { answer: 'snooze', at: '', snoozedUntil: '2026-11-21T07:09:00' };
  server.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(answer))));
  await scope.click('snooze');
  expect(sent().at(-1)).toBe(
    'POST /api/rings/answer {"kind":"alarm","id":42,"scheduledFor":"2026-11-21T07:00:00Z","answer":"snooze"}',
  );
  expect(server.mock.calls.at(-1)?.[1].headers).toMatchObject({ Authorization: 'Bearer secret' });
  expect(scope.shown).toMatchObject([{ body: 'Snoozed until 07:09', silent: true }]);
  expect(scope.navigator.badge).toBe(0);
  await settled(work);
  expect(scope.showings).toHaveLength(2);
  expect(scope.opened).toEqual([]);
});

const refusals = [
  ['the token is too old', () => new Response(null, { status: 401 })],
  ['the server does not know the ring any more', () => new Response(null, { status: 404 })],
  ['the device was removed', () => new Response(null, { status: 410 })],
  [
    'it was stopped on another device first',
    () => new Response(JSON.stringify({ answer: 'stop', at: '', snoozedUntil: null })),
  ],
] as const;

test.each(refusals)('a snooze says that it came too late if %s', async (_, response) => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  server.mockImplementation(() => Promise.resolve(response()));
  await scope.click('snooze');
  expect(scope.shown).toMatchObject([{ body: 'Too late', silent: true, data: { ring: null } }]);
  await settled(work);
});

test.each(refusals)('a stop says nothing if %s', async (_, response) => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  server.mockImplementation(() => Promise.resolve(response()));
  await scope.click('stop');
  expect(scope.shown).toEqual([]);
  await settled(work);
});

test.each(refusals)(
  'a snooze that waited says that it came too late if %s',
  async (_, response) => {
    const work = scope.push({ notification });
    await vi.advanceTimersByTimeAsync(1_000);
    server.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await scope.click('snooze');
    await settled(work);
    server.mockImplementation(() => Promise.resolve(response()));
    await scope.send('sync', { tag: 'ring-answers' });
    expect(scope.shown).toMatchObject([{ body: 'Too late', silent: true }]);
  },
);

test('a button that is pressed when the notification appears answers nothing, a later press does', async () => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(400);
  await scope.click('stop');
  expect(sent().filter((request) => request.includes('answer'))).toEqual([]);
  expect(scope.shown).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600);
  await scope.click('stop');
  expect(sent().at(-1)).toContain('"answer":"stop"');
  await settled(work);
});

test('Stop answers and leaves nothing to see', async () => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  await scope.click('stop');
  expect(sent().at(-1)).toContain('"answer":"stop"');
  expect(scope.shown).toEqual([]);
  await settled(work);
});

test('an answer without a network is kept, said to be unsent, and sent by the next sync with its time', async () => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  server.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  await scope.click('snooze');
  expect(scope.shown).toMatchObject([
    { body: 'Not sent yet', silent: true, data: { isUnsent: true } },
  ]);
  expect(scope.synced).toEqual(['ring-answers']);
  await settled(work);

  await expect(scope.send('sync', { tag: 'ring-answers' })).rejects.toThrow();
  const answer = { answer: 'snooze', at: '', snoozedUntil: '2026-11-21T07:09:00' };
  server.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(answer))));
  await scope.send('sync', { tag: 'ring-answers' });
  expect(sent().at(-1)).toContain('"answer":"snooze","givenAt":"2026-11-21T07:00:02');
  expect(scope.shown).toEqual([]);
  const before = sent().length;
  await scope.send('message', { data: { sendAnswers: true } });
  expect(sent()).toHaveLength(before);
});

test('a click beside the buttons opens the page of the ring, or brings an open one to the front', async () => {
  const work = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  await scope.click('');
  expect(scope.opened).toEqual([notification.navigate]);
  expect(scope.shown).toEqual([]);
  await settled(work);

  const again = scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  const [hidden, visible] = [new FakePage('silent'), new FakePage('silent')];
  visible.visibilityState = 'visible';
  scope.pages = [hidden, visible];
  await scope.click('');
  expect([hidden.focusedTimes, visible.focusedTimes]).toEqual([0, 1]);
  expect(visible.told).toContainEqual({ tells: 'look' });
  expect(scope.opened).toHaveLength(1);
  await settled(again);
});

test('no other site is opened', async () => {
  await settled(
    scope.push({ notification: { title: 'x', navigate: 'https://time.example.evil/' } }),
  );
  await scope.click('');
  expect(scope.opened).toEqual(['/']);
});

test('a subscription that the browser has changed is told to the server, and kept as told', async () => {
  kept.set('device', { id: 'd-1', browserId: 'b-1', language: 'en', hideLabels: true, key: 'k' });
  await scope.send('pushsubscriptionchange', {});
  expect(sent()).toEqual([
    'PUT /api/push/devices/d-1 {"endpoint":"https://push.example/new","keys":{"p256dh":"p","auth":"a"},"language":"en","hideLabels":true}',
  ]);
  expect(kept.get('device')).toMatchObject({ endpoint: 'https://push.example/new' });

  server.mockImplementation(() => Promise.resolve(new Response(null, { status: 503 })));
  await scope.send('pushsubscriptionchange', {
    newSubscription: aSubscription('https://push.example/newer'),
  });
  expect(kept.get('device')).toMatchObject({ endpoint: 'https://push.example/new' });
});

test('the number on the icon is counted again when a page has closed notifications', async () => {
  void scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scope.navigator.badge).toBe(1);
  // A notification that is closed by a page causes no event.
  scope.shown.forEach((shown) => {
    shown.close();
  });
  await scope.send('message', { data: { recount: true } });
  expect(scope.navigator.badge).toBe(0);
});

test('a click counts again even if the browser does not let the worker focus a page', async () => {
  const page = new FakePage('silent');
  page.focus = () => Promise.reject(new DOMException('', 'InvalidAccessError'));
  scope.pages = [page];
  void scope.push({ notification });
  await vi.advanceTimersByTimeAsync(1_000);
  const [shown] = scope.shown;
  await scope.send('notificationclick', { action: '', notification: shown });
  expect(scope.navigator.badge).toBe(0);
});
