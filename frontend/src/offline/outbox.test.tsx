// Alarms and timers that are created and changed while the server is away, and what is sent afterwards.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { FakeServer } from '../testing/fake-server';
import { anAlarm, aTimer } from '../testing/rows';
import { createAlarm, deleteAlarm, switchAlarm, updateAlarm } from '../rows/alarms';
import { browserId } from '../identity/browser-id';
import { refetch } from '../rows/lists';
import { orderTimers, createTimer, pauseTimer, resetTimer, startTimer } from '../rows/timers';
import { onSent, sendUnsaved, type Sent } from './outbox-send';
import { onTabMessage } from '../browser/tab-channel';
import {
  followNumbers,
  intentOf,
  enqueueChange,
  enqueueDeletion,
  enqueueNew,
  noteSending,
  presentId,
  unsaved,
} from './outbox';
import { planOf } from './outbox-merge';
import { matchArrivedRows } from '../rows/store';
import { unsavedOrder } from './timer-order';
import type { Alarm } from '../model/types';

const draft = { time: '07:30', repeat: 'daily', timezone: 'Asia/Tokyo' } as const;
const now = Date.parse('2026-11-21T00:00:00Z');
let server: FakeServer;

beforeEach(() => {
  server = FakeServer.installedAt(now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function alarms(): Promise<readonly Alarm[]> {
  return refetch('alarms');
}

/** Holds the first such request until it is released. */
function holdRequest(method: string, isHeld: (body: string) => boolean = () => true) {
  const respond = fetch;
  let begin: () => void = () => undefined;
  let release: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isFirst && init.method === method && isHeld(init.body as string)) {
      isFirst = false;
      begin();
      await released;
    }
    return respond(path, init);
  });
  return { begun, release };
}

test('an alarm created offline is scheduled by this page, and saved once', async () => {
  server.isAway = true;
  const made = await createAlarm(draft);
  expect(made.id).toBeLessThan(0);
  expect(made.nextTrigger).toBe('2026-11-21T22:30:00.000Z');
  expect(await alarms()).toEqual([made]);
  await updateAlarm(made.id, { label: 'Tea' });
  expect(await alarms()).toMatchObject([{ label: 'Tea' }]);
  await expect(sendUnsaved()).rejects.toThrow();

  server.isAway = false;
  await sendUnsaved();
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ ...draft, label: 'Tea', enabled: 1 }]);
  expect(server.writes).toEqual(['POST /api/alarms']);
  expect(unsaved('alarms')).toEqual([]);
  expect((await alarms())[0]?.id).toBeGreaterThan(0);
});

test('an edit is stored and shown before its request, and survives the tab', async () => {
  server.alarms = [anAlarm()];
  vi.resetModules();
  const tab = {
    ...(await import('../rows/alarms')),
    ...(await import('../rows/lists')),
    ...(await import('../rows/store')),
  };
  await tab.refetch('alarms');
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  void tab.createAlarm(draft);
  void tab.switchAlarm(1, 0);
  await vi.waitFor(() => {
    expect(tab.listOf('alarms')?.rows).toMatchObject([
      { id: 1, enabled: 0, nextTrigger: null },
      { time: '07:30', nextTrigger: '2026-11-21T22:30:00.000Z' },
    ]);
  });
  // That tab is killed while its request hangs; another one is opened later.
  server.install();
  expect(unsaved('alarms')).toHaveLength(2);
  await sendUnsaved();
  expect(server.alarms).toMatchObject([
    { id: 1, enabled: 0 },
    { time: '07:30', enabled: 1 },
  ]);
  expect(server.writes.toSorted()).toEqual(['PATCH /api/alarms/1', 'POST /api/alarms']);
});

test('a sign-in of a proxy refuses nothing: the edit waits', async () => {
  server.alarms = [anAlarm()];
  await alarms();
  const respond = fetch;
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<h1>Sign in</h1>', { status: 401, statusText: 'Unauthorized' })),
  );
  expect(await switchAlarm(1, 0)).toMatchObject({ enabled: 0 });
  expect(unsaved('alarms')).toHaveLength(1);
  vi.stubGlobal('fetch', respond);
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ enabled: 0 }]);
});

test('a refused change is undone: who waits learns of it, otherwise it is kept until it is read', async () => {
  server.alarms = [anAlarm()];
  await alarms();
  server.refusal = { status: 422, headers: {} };
  await expect(updateAlarm(1, { time: '09:15' })).rejects.toMatchObject({ status: 422 });
  expect(unsaved('alarms')).toEqual([]);
  server.isAway = true;
  await updateAlarm(1, { time: '09:15' });
  server.isAway = false;
  await sendUnsaved();
  expect(await alarms()).toMatchObject([{ time: '07:00' }]);
  expect(unsaved('alarms')).toMatchObject([{ refused: true, changes: { time: '09:15' } }]);
  server.refusal = null;
  await updateAlarm(1, { label: 'Tea' });
  expect(server.alarms).toMatchObject([{ time: '07:00', label: 'Tea' }]);
  expect(unsaved('alarms')).toEqual([]);
});

test('what arrived without a response and was undone here since is no change from elsewhere', async () => {
  server.alarms = [anAlarm({ enabled: 0 })];
  server.timers = [aTimer({ id: 2, enabled: 0, endsAt: null })];
  await alarms();
  await refetch('timers');
  server.losesNextAnswer = true;
  await switchAlarm(1, 1);
  server.losesNextAnswer = true;
  await startTimer(2);
  server.isAway = true;
  await switchAlarm(1, 0);
  await pauseTimer(2);
  server.isAway = false;
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ enabled: 0 }]);
  expect(server.timers).toMatchObject([{ enabled: 0, endsAt: null }]);
});

test('an edit of a row that was deleted elsewhere meanwhile creates it again', async () => {
  server.alarms = [anAlarm()];
  await alarms();
  server.alarms = [];
  await updateAlarm(1, { time: '09:15' });
  expect(server.alarms).toMatchObject([{ time: '09:15' }]);
  expect(await alarms()).toHaveLength(1);
});

test('changes are sent although a frozen tab holds the lock, and by that tab no more', async () => {
  vi.useFakeTimers({ now });
  installFakeLocks();
  let thaw: () => void = () => undefined;
  const frozen = navigator.locks.request(
    'tokibako-outbox',
    () => new Promise<void>((resolve) => (thaw = resolve)),
  );
  const made = createAlarm(draft);
  await vi.advanceTimersByTimeAsync(9_000);
  // Nobody waits for that long: it is stored.
  expect(await made).toMatchObject({ time: '07:30' });
  expect(server.writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(server.writes).toEqual(['POST /api/alarms']);
  thaw();
  await frozen;
  await sendUnsaved();
  expect(server.writes).toEqual(['POST /api/alarms']);
});

test('a tab that was frozen while it was sending does not send what another tab has sent', async () => {
  server.isAway = true;
  await createAlarm(draft);
  await createAlarm({ ...draft, label: 'second' });
  server.isAway = false;
  vi.resetModules();
  const otherTab = await import('./outbox-send');
  const held = holdRequest('POST');
  const sending = sendUnsaved();
  await held.begun;
  await otherTab.sendUnsaved();
  held.release();
  await sending;
  expect(server.alarms).toHaveLength(2);
  // The first one twice: the server knows its key.
  expect(server.writes).toEqual(['POST /api/alarms', 'POST /api/alarms', 'POST /api/alarms']);
});

test('a row at which the server fails each time does not keep the others from being saved', async () => {
  server.isAway = true;
  await createAlarm({ ...draft, label: 'bad' });
  await createAlarm({ ...draft, label: 'good' });
  await createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 0 });
  server.isAway = false;
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    typeof init.body === 'string' && init.body.includes('"bad"')
      ? Promise.resolve(new Response('{"status":500}', { status: 500 }))
      : answer(path, init),
  );
  await expect(sendUnsaved()).rejects.toMatchObject({ status: 500 });
  expect(server.alarms).toMatchObject([{ label: 'good' }]);
  expect(server.timers).toHaveLength(1);
  expect(unsaved('alarms')).toMatchObject([{ changes: { label: 'bad' } }]);
});

test('a new row that another tab has sent can be changed by its temporary id', async () => {
  const otherTab = new BroadcastChannel('tokibako');
  const stop = followNumbers();
  const marked = new Promise<void>((resolve) => {
    onTabMessage('mark', () => {
      resolve();
    });
  });
  otherTab.postMessage({ topic: 'row-numbers', message: [-5, 12] });
  otherTab.postMessage({ topic: 'mark', message: null });
  await marked;
  expect(presentId(-5)).toBe(12);
  stop();
  otherTab.close();
});

test('a repeated request creates no second row', async () => {
  server.isAway = true;
  await createAlarm(draft);
  server.isAway = false;
  const [intent] = unsaved('alarms');
  await sendUnsaved();
  // The response was lost, so the intent is still stored.
  localStorage.setItem('outbox:v1', JSON.stringify([intent]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'outbox:v1' }));
  await sendUnsaved();
  expect(server.writes).toEqual(['POST /api/alarms']);
  expect(server.alarms).toHaveLength(1);
  expect(unsaved('alarms')).toEqual([]);
});

test('a new alarm whose response was lost is saved with the changes made since', async () => {
  server.losesNextAnswer = true;
  const made = await createAlarm(draft);
  await updateAlarm(made.id, { time: '08:00' });
  await switchAlarm(made.id, 0);
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ time: '08:00', enabled: 0 }]);
});

test('a new row whose response was lost becomes the listed row when the list contains its key', async () => {
  server.losesNextAnswer = true;
  const timer = await createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 1 });
  server.isAway = true;
  await orderTimers([timer.id]);
  server.isAway = false;
  expect(await timerIds()).toEqual([100]);
  expect(unsaved('timers')).toEqual([]);
  expect(unsavedOrder()).toEqual([100]);
});

test('changes of a new row since its response was lost become unsaved changes of the listed row', async () => {
  server.losesNextAnswer = true;
  const made = await createAlarm(draft);
  server.isAway = true;
  await updateAlarm(made.id, { label: 'Tea' });
  server.isAway = false;
  expect(await alarms()).toMatchObject([{ id: 100, label: 'Tea' }]);
  expect(unsaved('alarms')).toMatchObject([{ id: 100, kind: 'change' }]);
  await sendUnsaved();
  expect(server.writes).toEqual(['POST /api/alarms', 'PATCH /api/alarms/100']);
  expect(await alarms()).toMatchObject([{ id: 100, label: 'Tea' }]);
});

test('a new row that was deleted after its response was lost is not shown', async () => {
  server.refusesReads = true;
  server.losesNextAnswer = true;
  const made = await createAlarm(draft);
  await deleteAlarm(made.id);
  server.refusesReads = false;
  expect(await alarms()).toEqual([]);
  await sendUnsaved();
  expect(server.alarms).toEqual([]);
});

test('a new row is found by its temporary id after it was saved', async () => {
  server.isAway = true;
  const made = await createAlarm(draft);
  server.isAway = false;
  await sendUnsaved();
  await updateAlarm(made.id, { label: 'Tea' });
  server.isAway = true;
  await updateAlarm(made.id, { time: '08:00' });
  server.isAway = false;
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ id: 100, label: 'Tea', time: '08:00' }]);
});

test('a new timer is started even if the response to its creation was lost', async () => {
  server.isAway = true;
  await createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 1 });
  server.isAway = false;
  server.losesNextAnswer = true;
  vi.setSystemTime(now + 2_000);
  await expect(sendUnsaved()).rejects.toThrow();
  expect(server.timers).toMatchObject([{ enabled: 0 }]);
  expect(await refetch('timers')).toMatchObject([{ enabled: 1 }]);
  await sendUnsaved();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: '2026-11-21T00:03:00.000Z' }]);
});

test('a new timer whose creation arrives late, without a response, ends when it was to end', async () => {
  const arrive = delayNext('POST');
  await createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 1 });
  vi.setSystemTime(now + 15_000);
  await arrive();
  await sendUnsaved();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: '2026-11-21T00:03:00.000Z' }]);
});

test('a new alarm that is deleted after its response was lost is deleted on the server, too', async () => {
  server.losesNextAnswer = true;
  const made = await createAlarm(draft);
  expect(server.alarms).toHaveLength(1);
  await deleteAlarm(made.id);
  await sendUnsaved();
  expect(server.alarms).toEqual([]);
  expect(unsaved('alarms')).toEqual([]);
});

test('a new row is deleted although a change of it, which got no response, arrives late', () => {
  const made = enqueueNew('alarms', 'a key', { ...draft, enabled: 1 }, now);
  enqueueChange('alarms', made, { time: '10:15' });
  noteSending(unsavedIntent(made.id), { time: '10:15' }, now);
  enqueueDeletion('alarms', made);
  const row = anAlarm({ id: 101, clientKey: 'a key', time: '07:30' });
  matchArrivedRows('alarms', [row]);
  expect(planOf(unsavedIntent(101), { ...row, time: '10:15' }, now)).toEqual({ send: 'deletion' });
  // What another device has set is not deleted.
  expect(planOf(unsavedIntent(101), { ...row, time: '11:00' }, now)).toEqual({ send: 'nothing' });
});

function unsavedIntent(id: number) {
  return intentOf('alarms', id) ?? expect.fail('it is not in the outbox');
}

test('a new row that was deleted before it was ever sent is not sent', async () => {
  const made = enqueueNew('alarms', 'a key', { ...draft, enabled: 1 }, now);
  enqueueDeletion('alarms', made);
  await sendUnsaved();
  expect(server.writes).toEqual([]);
  expect(unsaved('alarms')).toEqual([]);
});

test('a deletion is sent although the list is older than its row, and what is gone already is deleted, too', async () => {
  await alarms();
  const row = anAlarm({ id: 101 });
  enqueueDeletion('alarms', row);
  server.alarms = [row];
  const respond = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const isThere = server.alarms.length > 0;
    const response = await respond(path, init);
    return init.method === 'DELETE' && !isThere
      ? new Response('{"status":404}', { status: 404 })
      : response;
  });
  await sendUnsaved();
  expect(server.alarms).toEqual([]);
  enqueueDeletion('alarms', row);
  await sendUnsaved();
  expect(unsaved('alarms')).toEqual([]);
});

/** The next such request gets no response, and arrives only when the returned function is called. */
function delayNext(method: string): () => Promise<unknown> {
  const respond = fetch;
  let arrive: () => Promise<unknown> = () => expect.fail('it was not sent');
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method !== method) return respond(path, init);
    vi.stubGlobal('fetch', respond);
    arrive = () => respond(path, init);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  return () => arrive();
}

/** No request arrives after this time. */
async function sendMuchLater(): Promise<void> {
  await sendUnsaved();
  vi.setSystemTime(Date.now() + 60_000);
  await sendUnsaved();
}

test.each([
  ['as it was before', [{ time: '08:00' }, { time: '07:00' }], { time: '07:00', label: null }],
  ['as it has never been', [{ time: '08:00' }, { time: '09:00' }], { time: '09:00', label: null }],
  [
    'apart from another field',
    [{ time: '08:00' }, { label: 'Tea' }],
    { time: '08:00', label: 'Tea' },
  ],
])(
  'a request that arrives after a later edit was sent does not undo it: %s',
  async (_, [first, second], wanted) => {
    server.alarms = [anAlarm({ label: null })];
    await alarms();
    const arrive = delayNext('PATCH');
    await updateAlarm(1, first ?? {});
    await updateAlarm(1, second ?? {});
    await sendUnsaved();
    await arrive();
    await sendMuchLater();
    expect(server.alarms).toMatchObject([wanted]);
    expect(unsaved('alarms')).toEqual([]);
  },
);

test('a later edit is not sent again over what another device has set since', async () => {
  server.alarms = [anAlarm()];
  await alarms();
  delayNext('PATCH');
  await updateAlarm(1, { time: '08:00' });
  await updateAlarm(1, { time: '09:00' });
  await sendUnsaved();
  server.alarms = [anAlarm({ time: '10:00' })];
  await sendMuchLater();
  expect(server.alarms).toMatchObject([{ time: '10:00' }]);
  expect(unsaved('alarms')).toEqual([]);
});

test('a timer whose start arrives after it was reset is reset', async () => {
  server.timers = [aTimer({ enabled: 0, endsAt: null })];
  await refetch('timers');
  const arrive = delayNext('PATCH');
  await startTimer(1);
  await resetTimer(1);
  await sendUnsaved();
  await arrive();
  expect(server.timers).toMatchObject([{ enabled: 1 }]);
  await sendMuchLater();
  expect(server.timers).toMatchObject([{ enabled: 0, endsAt: null }]);
  expect(unsaved('timers')).toEqual([]);
});

test('a new row whose creation arrives after it was deleted is deleted, however often it was sent', async () => {
  const first = delayNext('POST');
  const made = await createAlarm(draft);
  const second = delayNext('POST');
  await sendUnsaved().catch(() => undefined);
  await deleteAlarm(made.id);
  await second();
  await sendUnsaved();
  expect(server.alarms).toEqual([]);
  await first();
  expect(server.alarms).toHaveLength(1);
  expect(await alarms()).toEqual([]);
  await sendMuchLater();
  expect(server.alarms).toEqual([]);
  expect(unsaved('alarms')).toEqual([]);
});

test('the last fetched list is shown while the server is away, and advances with time', async () => {
  const once = anAlarm({ id: 2, repeat: 'once', nextTrigger: '2026-11-21T00:00:10Z' });
  const daily = anAlarm({ nextTrigger: '2026-11-21T22:00:00Z' });
  server.alarms = [daily, once];
  await alarms();
  server.isAway = true;
  expect(await alarms()).toEqual([daily, once]);
  vi.setSystemTime(now + 60_000);
  expect(await alarms()).toMatchObject([daily, { id: 2, enabled: 0, nextTrigger: null }]);
  // There is no stored list of another browser id.
  localStorage.setItem('browser-id', '1c5b7e0a-5a3c-4c55-9d2f-3a9d6f1f2c11');
  await expect(alarms()).rejects.toThrow();
});

test('switching and deleting are stored, and sent as one request per row', async () => {
  server.alarms = [anAlarm(), anAlarm({ id: 2, label: 'Gone' })];
  await alarms();
  server.isAway = true;
  await switchAlarm(1, 0);
  await switchAlarm(1, 1);
  await switchAlarm(1, 0);
  await deleteAlarm(2);
  expect(await alarms()).toMatchObject([{ id: 1, enabled: 0, nextTrigger: null }]);
  server.isAway = false;
  await sendUnsaved();
  expect(server.writes).toEqual(['PATCH /api/alarms/1', 'DELETE /api/alarms/2']);
  expect(server.alarms).toMatchObject([{ id: 1, enabled: 0 }]);
});

test('an edit wins over a deletion, whichever was made here', async () => {
  server.alarms = [anAlarm({ label: 'Mine' }), anAlarm({ id: 2, label: 'Theirs' })];
  await alarms();
  server.isAway = true;
  await updateAlarm(1, { label: 'Edited' });
  await deleteAlarm(2);
  server.isAway = false;
  server.alarms = [anAlarm({ id: 2, label: 'Theirs', time: '08:00' })];
  await sendUnsaved();
  expect(server.alarms.map(({ label }) => label).sort()).toEqual(['Edited', 'Theirs']);
});

test('listeners get the saved rows, and the rows that kept a change from elsewhere', async () => {
  const told: string[][] = [];
  const names = ({ saved, theirs }: Sent) =>
    [saved, theirs].map((rows) => rows.map(({ label }) => label));
  const stop = onSent((sent) => told.push(names(sent).map(String)));
  server.alarms = [
    anAlarm({ label: 'Edited here' }),
    anAlarm({ id: 2, label: 'Deleted here' }),
    anAlarm({ id: 3, label: 'Edited there' }),
    anAlarm({ id: 4, label: 'Gone', enabled: 0, nextTrigger: null }),
  ];
  await alarms();
  server.isAway = true;
  await updateAlarm(1, { time: '09:00' });
  await deleteAlarm(2);
  await deleteAlarm(3);
  await switchAlarm(4, 1);
  await switchAlarm(4, 0);
  await createAlarm({ ...draft, label: 'New' });
  server.isAway = false;
  server.alarms = server.alarms.map((one) => (one.id === 3 ? { ...one, time: '08:00' } : one));
  await sendUnsaved();
  await sendUnsaved();
  expect(told).toEqual([['Edited here,Deleted here,New', 'Edited there']]);
  stop();
});

test('a refused row stays until it is changed', async () => {
  server.isAway = true;
  await createAlarm(draft);
  server.isAway = false;
  server.refusal = { status: 409, headers: {} };
  await sendUnsaved();
  expect(unsaved('alarms')).toMatchObject([{ refused: true }]);
  server.refusal = null;
  const [row] = await alarms();
  await updateAlarm(row?.id ?? 0, { label: 'Shorter' });
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ label: 'Shorter' }]);
});

test('a timer started offline runs from the time of its start', async () => {
  server.isAway = true;
  const timer = await createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 1 });
  expect(timer.endsAt).toBe('2026-11-21T00:03:00.000Z');
  vi.setSystemTime(now + 60_000);
  server.isAway = false;
  await sendUnsaved();
  const patch = server.sent.find(({ method }) => method === 'PATCH');
  expect(patch?.body).toEqual({ enabled: 1, startedAt: new Date(now).toISOString() });
});

test('a timer paused offline is paused on the server with the same time left', async () => {
  const running = { endsAt: '2026-11-21T00:02:00.000Z', totalSeconds: 180 };
  server.timers = [aTimer(running)];
  await refetch('timers');
  server.isAway = true;
  vi.setSystemTime(now + 30_000);
  expect(await pauseTimer(1)).toMatchObject({ endsAt: null, remainingMs: 90_000 });
  expect(await startTimer(1)).toMatchObject({ endsAt: '2026-11-21T00:02:00.000Z' });
  expect(await pauseTimer(1)).toMatchObject({ remainingMs: 90_000 });
  vi.setSystemTime(now + 60_000);
  server.isAway = false;
  await sendUnsaved();
  expect(server.writes).toEqual([
    'PATCH /api/timers/1',
    'PATCH /api/timers/1',
    'POST /api/timers/1/pause',
  ]);
  expect(server.sent.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    enabled: 1,
    startedAt: new Date(now + 60_000 - 90_000).toISOString(),
  });
});

test('a change during the request of an earlier change of the same row is sent, too', async () => {
  server.alarms = [anAlarm()];
  await alarms();
  const held = holdRequest('PATCH');
  const first = updateAlarm(1, { label: 'Tea' });
  await held.begun;
  const second = updateAlarm(1, { time: '09:15' });
  held.release();
  await Promise.all([first, second]);
  expect(server.alarms).toMatchObject([{ label: 'Tea', time: '09:15' }]);
  const bodies = server.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(bodies).toEqual([{ label: 'Tea' }, { time: '09:15' }]);
  expect(unsaved('alarms')).toEqual([]);
});

test.each([
  ['off again', 0, 1],
  ['on again', 1, 0],
] as const)(
  'an alarm that is switched %s during the request of the first switch stays so',
  async (_, before, switched) => {
    server.alarms = [anAlarm({ enabled: before })];
    await alarms();
    const held = holdRequest('PATCH');
    const first = switchAlarm(1, switched);
    await held.begun;
    // The saved row is what this change is compared with, not the row before both.
    const second = switchAlarm(1, before);
    held.release();
    await Promise.all([first, second]);
    expect(server.alarms).toMatchObject([{ enabled: before }]);
    expect(unsaved('alarms')).toEqual([]);
  },
);

test('a new timer that is paused during the request that starts it is paused', async () => {
  server.isAway = true;
  const { id } = await createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 1 });
  vi.setSystemTime(now + 20_000);
  server.isAway = false;
  const held = holdRequest('PATCH', (body) => body.includes('startedAt'));
  const sending = sendUnsaved();
  await held.begun;
  vi.setSystemTime(now + 30_000);
  const pausing = pauseTimer(id);
  held.release();
  await Promise.all([sending, pausing]);
  expect(server.timers).toMatchObject([{ enabled: 0, endsAt: null, remainingMs: 150_000 }]);
  expect(unsaved('timers')).toEqual([]);
});

test('changes made under another browser id are not sent under this one', async () => {
  server.isAway = true;
  await createAlarm(draft);
  const own = browserId();
  localStorage.setItem('browser-id', '1c5b7e0a-5a3c-4c55-9d2f-3a9d6f1f2c11');
  server.isAway = false;
  await sendUnsaved();
  expect(server.writes).toEqual([]);
  localStorage.setItem('browser-id', own);
  await sendUnsaved();
  expect(server.writes).toEqual(['POST /api/alarms']);
});

async function timerIds(): Promise<readonly number[]> {
  return (await refetch('timers')).map(({ id }) => id);
}
