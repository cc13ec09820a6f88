// Edits that are made, or that another tab sends, while the requests of earlier ones are under way.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { anAlarm } from '../testing/rows';
import { createAlarm, switchAlarm, updateAlarm } from '../rows/alarms';
import { knownRow, refetch } from '../rows/lists';
import { createTimer, resetTimer } from '../rows/timers';
import { sendUnsaved } from './outbox-send';
import { enqueueChange, enqueueDeletion, unsaved } from './outbox';

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

/** Gives the response to the next such request, which has arrived, only when it is released. */
function holdResponse(method: string) {
  const respond = fetch;
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const isHeld = isFirst && init.method === method;
    if (isHeld) isFirst = false;
    const response = await respond(path, init);
    if (isHeld) {
      arrive();
      await released;
    }
    return response;
  });
  return { arrived, release };
}

/** Another tab, with modules of its own, which has fetched the alarms. */
async function openTab() {
  vi.resetModules();
  const [sending, lists] = await Promise.all([import('./outbox-send'), import('../rows/lists')]);
  await lists.refetch('alarms');
  return sending;
}

async function offline<Made>(create: () => Promise<Made>): Promise<Made> {
  server.isAway = true;
  const made = await create();
  server.isAway = false;
  return made;
}

test('a new alarm that is switched off and on again while it is being saved is on', async () => {
  const { id } = await offline(() => createAlarm(draft));
  const creation = holdResponse('POST');
  const switching = holdResponse('PATCH');
  const sending = sendUnsaved();
  await creation.arrived;
  const off = switchAlarm(id, 0);
  creation.release();
  await switching.arrived;
  expect(server.alarms).toMatchObject([{ enabled: 0 }]);
  const on = switchAlarm(id, 1);
  switching.release();
  await Promise.all([sending, off, on]);
  expect(server.alarms).toMatchObject([{ enabled: 1 }]);
  expect(unsaved('alarms')).toEqual([]);
});

test('a new timer that is reset while it is being created is not started', async () => {
  const { id } = await offline(() => createTimer({ hours: 0, minutes: 3, seconds: 0, enabled: 1 }));
  vi.setSystemTime(now + 20_000);
  const creation = holdResponse('POST');
  const sending = sendUnsaved();
  await creation.arrived;
  const reset = resetTimer(id);
  creation.release();
  await Promise.all([sending, reset]);
  expect(server.writes).toEqual(['POST /api/timers']);
  expect(server.timers).toMatchObject([{ enabled: 0, endsAt: null, remainingMs: 180_000 }]);
});

test('a new alarm that is deleted while two tabs are saving it is deleted', async () => {
  const otherTab = await openTab();
  const { id } = await offline(() => createAlarm(draft));
  const creation = holdResponse('POST');
  const sending = sendUnsaved();
  await creation.arrived;
  enqueueChange('alarms', await knownRow('alarms', id), { time: '09:15' });
  const change = holdResponse('PATCH');
  const other = otherTab.sendUnsaved();
  await change.arrived;
  enqueueDeletion('alarms', await knownRow('alarms', id));
  // The other tab is killed as soon as it has got its response.
  const respond = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  change.release();
  await expect(other).rejects.toThrow();
  vi.stubGlobal('fetch', respond);
  creation.release();
  await sending.catch(() => undefined);
  await sendUnsaved();
  expect(server.alarms).toEqual([]);
});

test('a response that comes after another tab has got one does not stand for a later edit', async () => {
  server.alarms = [anAlarm()];
  await refetch('alarms');
  const otherTab = await openTab();
  await offline(() => updateAlarm(1, { time: '08:00' }));
  const change = holdResponse('PATCH');
  const sending = sendUnsaved();
  await change.arrived;
  await otherTab.sendUnsaved();
  expect(unsaved('alarms')).toEqual([]);
  enqueueChange('alarms', await knownRow('alarms', 1), { time: '09:00' });
  change.release();
  await sending.catch(() => undefined);
  await sendUnsaved();
  expect(server.alarms).toMatchObject([{ time: '09:00' }]);
});
