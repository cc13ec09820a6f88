// Edits that wait while the account of this browser gets another id, or are made on two devices.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, renewedUuid } from '../testing/fake-server';
import { anAlarm, aTimer, aUser } from '../testing/rows';
import { adoptBrowserId, browserId } from '../identity/browser-id';
import { countUnsaved } from '../identity/owned-values';
import { storedAccount } from '../identity/account-here';
import { checkAccount, confirmAccount, doubtAccount, signedOut } from '../identity/identity';
import { answerRing, sendUnsentAnswers } from '../api/rings';
import { createAlarm, deleteAlarm, switchAlarm, updateAlarm } from '../rows/alarms';
import { refetch } from '../rows/lists';
import { listOf } from '../rows/store';
import { deleteTimer, orderTimers, pauseTimer, startTimer } from '../rows/timers';
import type { DayRange } from '../model/days-off';
import { changeDaysOff, daysOff, daysOffList } from './days-off';
import { toggleMyCity } from './my-cities';
import { refuse, unsaved } from './outbox';
import { keepSending, sendUnsaved } from './outbox-send';
import { fetchSyncedList } from './synced-lists';
import { unsavedOrder } from './timer-order';

const fetchDaysOff = () => fetchSyncedList('days-off');
let server: FakeServer;
const user = aUser();

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.clear();
  server = new FakeServer().install();
  server.user = user;
  server.alarms = [anAlarm()];
  server.timers = [aTimer({ id: 5 }), aTimer({ id: 6 })];
  adoptBrowserId(user.uuid);
  storedAccount.write({ ownId: null, formerIds: [] });
  doubtAccount();
  await refetch('alarms');
  await refetch('timers');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Another device ends a session: the account has another id, and nothing is left under the former one. */
function renew(): void {
  server.user = { ...user, uuid: renewedUuid };
  server.renewed = user.uuid;
}

/** A server of an older version, whose lists of a former id are empty. */
function renewAtOlderServer(): void {
  server.user = { ...user, uuid: renewedUuid };
  const respond = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const whose = new Headers(init.headers).get('X-Browser-Id');
    const isList = path === '/api/alarms' || path === '/api/timers';
    if (isList && init.method === 'GET' && whose !== renewedUuid)
      return Promise.resolve(Response.json([]));
    if (isList && whose !== renewedUuid) return Promise.reject(new Error('sent under a former id'));
    return respond(path, init);
  });
}

test.each([
  ['the server names the renewal', renew],
  ['an older server does not', renewAtOlderServer],
])(
  'what waits goes over to the new id of the account, and is sent under it: %s',
  async (_, renew) => {
    server.isAway = true;
    await updateAlarm(1, { time: '09:15' });
    await orderTimers([6, 5]);
    await answerRing({ kind: 'alarm', id: 1, dueAt: Date.now() }, 'stop').catch(() => null);
    changeDaysOff([{ from: '2026-12-24', to: '2026-12-24', label: '' }]);
    server.isAway = false;
    renew();
    await sendUnsaved();
    expect(browserId()).toBe(renewedUuid);
    expect(server.alarms).toMatchObject([{ id: 1, time: '09:15' }]);
    expect(server.timers.map(({ id }) => id)).toEqual([6, 5]);
    expect(server.daysOff).toHaveLength(1);
    expect([...unsaved('alarms'), ...unsaved('timers')]).toEqual([]);
    expect(unsavedOrder()).toBeNull();
    await sendUnsentAnswers();
    expect(localStorage.getItem('unsent-answers:v1')).toBe('[]');
  },
);

test('an empty list of a former id is not believed', async () => {
  renewAtOlderServer();
  // The page has slept and missed the event.
  doubtAccount();
  expect(await refetch('alarms')).toMatchObject([{ id: 1 }]);
  expect(browserId()).toBe(renewedUuid);
  expect(listOf('alarms')?.rows).toHaveLength(1);
});

test('a page that has missed the renewal learns of it from its next request, and loses nothing', async () => {
  await confirmAccount();
  renew();
  expect(await updateAlarm(1, { time: '09:15' })).toMatchObject({ id: 1, time: '09:15' });
  expect(browserId()).toBe(renewedUuid);
  expect(server.alarms).toMatchObject([{ id: 1, time: '09:15' }]);
  expect(unsaved('alarms')).toEqual([]);
});

test('a list of a renewed id is fetched again under the new one', async () => {
  await confirmAccount();
  renew();
  expect(await refetch('alarms')).toMatchObject([{ id: 1 }]);
  expect(browserId()).toBe(renewedUuid);
});

test('edits of a renewed id wait as long as the server does not tell the new one', async () => {
  await confirmAccount();
  renew();
  server.refusesReadsOf = '/api/user';
  await updateAlarm(1, { time: '09:15' });
  expect(unsaved('alarms')).toMatchObject([{ id: 1, changes: { time: '09:15' } }]);
  expect(unsaved('alarms')[0]?.refused).toBeUndefined();
  await expect(refetch('alarms')).rejects.toThrow();
  expect(listOf('alarms')?.rows).toMatchObject([{ id: 1, time: '09:15' }]);
  server.refusesReadsOf = null;
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ id: 1, time: '09:15' }]);
});

test('what waits is sent soon after another request has brought the new id', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  server.isAway = true;
  await updateAlarm(1, { time: '09:15' });
  const stop = keepSending();
  await vi.advanceTimersByTimeAsync(1_000);
  server.isAway = false;
  renew();
  server.refusesReadsOf = '/api/days-off';
  const fetching = refetch('alarms');
  await vi.advanceTimersByTimeAsync(2_000);
  await fetching;
  expect(browserId()).toBe(renewedUuid);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.alarms).toMatchObject([{ id: 1, time: '09:15' }]);
  expect(unsaved('alarms')).toEqual([]);
  stop();
});

test('an answer to a ring under a renewed id is kept for the new one', async () => {
  await confirmAccount();
  renew();
  await answerRing({ kind: 'alarm', id: 1, dueAt: Date.now() }, 'stop').catch(() => null);
  await refetch('alarms');
  await sendUnsentAnswers();
  expect(localStorage.getItem('unsent-answers:v1')).toBe('[]');
});

test('a page that has missed the end of its session says that it was signed out, until that was read', async () => {
  server.user = null;
  checkAccount();
  await vi.waitFor(() => {
    expect(storedAccount.read()).toBeNull();
  });
  expect(signedOut.read()).toEqual({ unsaved: 0 });
  expect(JSON.stringify(localStorage)).not.toContain(user.uuid);
});

/** The page learns that its session was ended on another device. */
async function findOutSignedOut(): Promise<void> {
  server.user = null;
  checkAccount();
  await vi.waitFor(() => {
    expect(storedAccount.read()).toBeNull();
  });
}

test('who was signed out elsewhere is told how many changes that were made here are lost', async () => {
  await fetchDaysOff();
  server.isAway = true;
  await createAlarm({ time: '05:15', repeat: 'daily', timezone: 'Asia/Tokyo' });
  await updateAlarm(1, { time: '09:15' });
  await updateAlarm(1, { label: 'Later' });
  await startTimer(5);
  await deleteTimer(6);
  await orderTimers([6, 5]);
  changeDaysOff([day(monday)]);
  toggleMyCity('paris');
  server.isAway = false;
  await findOutSignedOut();
  expect(signedOut.read()).toEqual({ unsaved: 7 });
  expect(JSON.stringify(localStorage)).not.toContain(user.uuid);
});

test('what the server has, has refused or never needed is not lost', async () => {
  await fetchDaysOff();
  await updateAlarm(1, { time: '09:15' });
  changeDaysOff([day(monday)]);
  await sendUnsaved();
  expect(daysOffList.hasUnsent()).toBe(true);
  server.isAway = true;
  // Two changes without an effect, and one that is refused.
  await switchAlarm(1, 0);
  await switchAlarm(1, 1);
  const { id } = await createAlarm({ time: '05:15', repeat: 'daily', timezone: 'Asia/Tokyo' });
  await deleteAlarm(id);
  await pauseTimer(5);
  const [intent] = unsaved('timers');
  if (intent !== undefined) refuse(intent);
  expect(unsaved('alarms')).not.toEqual([]);
  server.isAway = false;
  await findOutSignedOut();
  expect(signedOut.read()).toEqual({ unsaved: 0 });
});

test('a list whose response was lost is not lost if the server has it, until it is changed again', async () => {
  await fetchDaysOff();
  changeDaysOff([day(monday)]);
  server.losesNextAnswer = true;
  await expect(sendUnsaved()).rejects.toThrow();
  expect(countUnsaved()).toBe(1);
  await fetchDaysOff();
  expect(daysOffList.hasUnsent()).toBe(true);
  expect(countUnsaved()).toBe(0);
  changeDaysOff([day(tuesday)]);
  expect(countUnsaved()).toBe(1);
});

test('what was written by a page of the release before says nothing of changes', () => {
  localStorage.setItem('signed-out:v1', 'true');
  expect(signedOut.read()).toEqual({ unsaved: 0 });
});

test('a sign-in page of a proxy signs nobody out', async () => {
  server.isAway = true;
  await switchAlarm(1, 0);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Sign in</h1>', { status: 401 })));
  await expect(confirmAccount()).rejects.toThrow();
  expect(storedAccount.read()).not.toBeNull();
  expect(unsaved('alarms')).toHaveLength(1);
});

const day = (from: string, label = ''): DayRange => ({ from, to: from, label });
const [monday, tuesday, friday] = ['2026-11-23', '2026-11-24', '2026-11-27'] as const;

test('days off that one device adds and another removes are merged', async () => {
  server.daysOff = [day(monday)];
  await fetchDaysOff();
  server.isAway = true;
  changeDaysOff([day(monday), day(friday)]);
  server.isAway = false;
  server.daysOff = [];
  await sendUnsaved();
  expect(server.daysOff).toMatchObject([{ from: friday, to: friday }]);
  expect(daysOff()).toEqual([day(friday)]);
});

test('a range that was made longer here does not bring back a day that was removed elsewhere', async () => {
  server.daysOff = [day(monday)];
  await fetchDaysOff();
  server.isAway = true;
  changeDaysOff([{ from: monday, to: tuesday, label: '' }]);
  server.isAway = false;
  server.daysOff = [day(friday, 'Trip')];
  await sendUnsaved();
  expect(daysOff()).toEqual([day(tuesday), day(friday, 'Trip')]);
});

test('days off that arrive after later ones, or are overwritten by a device that had older ones, stay as they were set', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  await fetchDaysOff();
  changeDaysOff([day(monday)]);
  server.losesNextAnswer = true;
  await expect(sendUnsaved()).rejects.toThrow();
  const late = server.daysOff;
  changeDaysOff([day(tuesday)]);
  await sendUnsaved();
  expect(server.daysOff).toMatchObject([{ from: tuesday }]);
  await fetchDaysOff();
  server.daysOff = [...(late ?? []), day(friday, 'Trip')];
  await fetchDaysOff();
  expect(server.daysOff).toMatchObject([{ from: tuesday }, { from: friday }]);
  vi.advanceTimersByTime(60_000);
  await sendUnsaved();
  expect(daysOff()).toEqual([day(tuesday), day(friday, 'Trip')]);
  expect(daysOffList.hasUnsent()).toBe(false);
});
