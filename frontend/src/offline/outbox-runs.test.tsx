// Skipped rings, extensions and interval timers while the server is away, and what is sent afterwards.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { anAlarm, aTimer } from '../testing/rows';
import { skipNextRing, takeBackSkip, updateAlarm } from '../rows/alarms';
import { refetch } from '../rows/lists';
import { sendUnsaved } from './outbox-send';
import { unsaved } from './outbox';
import {
  createTimer,
  deleteTimer,
  extendRungTimer,
  extendTimer,
  pauseTimer,
  resetTimer,
  startTimer,
  updateTimer,
} from '../rows/timers';
import type { Alarm, Timer } from '../model/types';

const now = Date.parse('2026-11-20T12:00:00Z');
const [first, second] = ['2026-11-20T22:00:00Z', '2026-11-21T22:00:00.000Z'];
const steps = [
  { seconds: 60, label: 'Work' },
  { seconds: 30, label: null },
];
let server: FakeServer;

beforeEach(() => {
  server = FakeServer.installedAt(now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const alarms = () => refetch('alarms');
const timers = () => refetch('timers');

async function away(rows: { alarms?: Alarm[]; timers?: Timer[] }): Promise<void> {
  Object.assign(server, rows);
  await alarms();
  await timers();
  server.isAway = true;
}

async function back(): Promise<void> {
  server.isAway = false;
  await sendUnsaved();
  const { writes } = server;
  await sendUnsaved();
  expect(server.writes).toEqual(writes);
  // An earlier request without a response may still arrive.
  const all = [...unsaved('alarms'), ...unsaved('timers')];
  expect(all.filter(({ unanswered }) => unanswered === undefined)).toEqual([]);
}

test('a ring that is skipped offline is skipped on the server, and no other ring', async () => {
  await away({ alarms: [anAlarm()] });
  expect(await skipNextRing(1)).toMatchObject({ skipped: first, nextTrigger: second });
  expect(await alarms()).toMatchObject([{ skipped: first, nextTrigger: second }]);
  // One ring at a time.
  expect(await skipNextRing(1)).toMatchObject({ skipped: first, nextTrigger: second });
  await back();
  expect(server.writes).toEqual(['POST /api/alarms/1/skip']);
  expect(server.alarms).toMatchObject([{ skipped: first, nextTrigger: second }]);
});

test('a skip that is sent after its ring, or after a change of the schedule elsewhere, skips nothing', async () => {
  await away({ alarms: [anAlarm(), anAlarm({ id: 2 })] });
  await skipNextRing(1);
  await skipNextRing(2);
  server.alarms = [
    anAlarm({ nextTrigger: '2026-11-20T23:00:00Z', time: '08:00' }),
    anAlarm({ id: 2 }),
  ];
  vi.setSystemTime(Date.parse(first) + 60_000);
  server.alarms = server.alarms.map((alarm) =>
    alarm.id === 2 ? { ...alarm, nextTrigger: second } : alarm,
  );
  await back();
  expect(server.writes).toEqual([]);
});

test('a snooze that is ended offline ends on the server, and Undo restores it', async () => {
  const until = new Date(Date.parse(first) - 3_600_000).toISOString();
  const snoozed = { nextTrigger: until, snoozedUntil: until };
  await away({ alarms: [anAlarm(snoozed), anAlarm({ ...snoozed, id: 2, repeat: 'once' })] });
  const over = { skipped: until, snoozedUntil: null };
  expect(await skipNextRing(1)).toMatchObject({
    ...over,
    enabled: 1,
    nextTrigger: '2026-11-20T22:00:00.000Z',
  });
  expect(await skipNextRing(2)).toMatchObject({ ...over, enabled: 0, nextTrigger: null });
  expect(await takeBackSkip(2)).toMatchObject({ ...snoozed, enabled: 1, skipped: null });
  await back();
  expect(server.writes).toEqual(['POST /api/alarms/1/skip']);
});

test('a one-time alarm whose snooze is ended, or restored, is not switched by a request of its own', async () => {
  const until = new Date(Date.parse(first) - 3_600_000).toISOString();
  const snoozed = { repeat: 'once' as const, nextTrigger: until, snoozedUntil: until };
  const ended = { repeat: 'once' as const, enabled: 0 as const, nextTrigger: null, skipped: until };
  await away({ alarms: [anAlarm(snoozed), anAlarm({ ...ended, id: 2 })] });
  await skipNextRing(1);
  await takeBackSkip(2);
  await back();
  expect(server.writes).toEqual(['POST /api/alarms/1/skip', 'DELETE /api/alarms/2/skip']);
  expect(server.alarms).toMatchObject([
    { enabled: 0, skipped: until },
    { enabled: 1, nextTrigger: until, snoozedUntil: until, skipped: null },
  ]);
});

test('a skip is undone offline, and so is an earlier skip that the server has', async () => {
  const skipping = anAlarm({ id: 2, skipped: first, nextTrigger: second });
  await away({ alarms: [anAlarm(), skipping] });
  await skipNextRing(1);
  expect(await takeBackSkip(1)).toMatchObject({ skipped: null, nextTrigger: first });
  expect(await takeBackSkip(2)).toMatchObject({ skipped: null, nextTrigger: first });
  await back();
  expect(server.writes).toEqual(['DELETE /api/alarms/2/skip']);
  expect(server.alarms[1]).toMatchObject({ skipped: null, nextTrigger: first });
});

test('a skip stays when only the label changes, and ends when the time changes', async () => {
  await away({ alarms: [anAlarm(), anAlarm({ id: 2 })] });
  await skipNextRing(1);
  await updateAlarm(1, { label: 'Tea', time: '07:00', repeat: 'daily', enabled: 1 });
  await skipNextRing(2);
  await updateAlarm(2, { time: '08:00' });
  expect(await alarms()).toMatchObject([
    { label: 'Tea', skipped: first },
    { skipped: null, nextTrigger: '2026-11-20T23:00:00.000Z' },
  ]);
  await back();
  expect(server.writes).toEqual([
    'PATCH /api/alarms/1',
    'POST /api/alarms/1/skip',
    'PATCH /api/alarms/2',
  ]);
});

test('after a skipped ring the next one rings', async () => {
  await away({ alarms: [anAlarm()] });
  await skipNextRing(1);
  vi.setSystemTime(Date.parse(first) + 1);
  expect(await alarms()).toMatchObject([{ skipped: null, nextTrigger: second, enabled: 1 }]);
});

test('an offline pause moves the next ring', async () => {
  await away({ alarms: [anAlarm()] });
  const paused = await updateAlarm(1, { pausedUntil: '2026-11-25' });
  expect(paused).toMatchObject({ nextTrigger: '2026-11-24T22:00:00.000Z' });
  await back();
  expect(server.alarms).toMatchObject([{ pausedUntil: '2026-11-25' }]);
});

const running = () => aTimer({ endsAt: at(180) });

test('an extension by a minute is sent as such, once', async () => {
  await away({ timers: [running()] });
  expect(await extendTimer(1, 60)).toMatchObject({ endsAt: at(240), runSeconds: 240 });
  await extendTimer(1, 60);
  server.isAway = false;
  server.losesNextAnswer = true;
  await expect(sendUnsaved()).rejects.toThrow();
  await back();
  expect(server.writes).toEqual(['POST /api/timers/1/extend']);
  expect(server.timers).toMatchObject([{ endsAt: at(300), runSeconds: 300 }]);
});

test('if two devices extend a timer, the longer extension wins', async () => {
  await away({ timers: [running()] });
  await extendTimer(1, 60);
  server.timers = [{ ...running(), endsAt: at(300), runSeconds: 300 }];
  await back();
  expect(server.writes).toEqual([]);
});

test('a timer that was started and extended offline ends on the server as it does here', async () => {
  await away({});
  const { id } = await createTimer({ hours: 0, minutes: 1, seconds: 0, enabled: 1 });
  vi.setSystemTime(now + 30_000);
  await extendTimer(id, 60);
  // Longer than its set length.
  vi.setSystemTime(now + 80_000);
  await back();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(120), runSeconds: 120 }]);
});

test('a new timer that was extended before it was saved is not extended twice', async () => {
  await away({});
  const { id } = await createTimer({ hours: 0, minutes: 1, seconds: 0, enabled: 1 });
  await extendTimer(id, 60);
  server.isAway = false;
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    server.losesNextAnswer = path.endsWith('/end');
    return answer(path, init);
  });
  await expect(sendUnsaved()).rejects.toThrow();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(120), runSeconds: 120 }]);
  vi.stubGlobal('fetch', answer);
  await back();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(120), runSeconds: 120 }]);
});

/** A timer is paused offline, and sent; the first such request arrives without a response, and none after it. */
async function pausedInPart(isLast: (body: string) => boolean): Promise<void> {
  await away({ timers: [running()] });
  vi.setSystemTime(now + 60_000);
  await pauseTimer(1);
  server.isAway = false;
  vi.setSystemTime(now + 100_000);
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    server.losesNextAnswer = init.method === 'PATCH' && isLast(init.body as string);
    return answer(path, init);
  });
  await expect(sendUnsaved()).rejects.toThrow();
  vi.stubGlobal('fetch', answer);
  vi.setSystemTime(now + 110_000);
}

const parts = [
  ['reset', () => true],
  ['start', (body: string) => body.includes('startedAt')],
] as const;

test.each(parts)(
  'a pause of which only the %s has arrived keeps the time left',
  async (_, isLast) => {
    await pausedInPart(isLast);
    await back();
    expect(server.timers).toMatchObject([{ enabled: 0, endsAt: null, remainingMs: 120_000 }]);
  },
);

test.each(parts)(
  'a timer is deleted although only the %s of its pause has arrived',
  async (_, isLast) => {
    await pausedInPart(isLast);
    await deleteTimer(1);
    expect(server.timers).toEqual([]);
  },
);

test('a timer that another device has started again after a part of a pause has arrived runs', async () => {
  await pausedInPart(() => true);
  server.timers = [aTimer({ endsAt: at(285) })];
  await back();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(285) }]);
});

test('a timer that rang here runs for another minute, and does so on the server', async () => {
  await away({ timers: [running()] });
  vi.setSystemTime(now + 185_000);
  const extended = await extendRungTimer(1, 60, now + 180_000);
  expect(extended).toMatchObject({ endsAt: at(245), runSeconds: 60 });
  await back();
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(245) }]);
});

test('an interval timer created offline runs through its steps, and the server gets its position', async () => {
  await away({});
  const made = await createTimer({ steps, rounds: 2, enabled: 1, label: 'Gym' });
  expect(made).toMatchObject({ totalSeconds: 180, minutes: 3, step: 0, endsAt: at(60) });
  vi.setSystemTime(now + 100_000);
  expect(await timers()).toMatchObject([{ step: 2, endsAt: at(150), runSeconds: 60 }]);
  await pauseTimer(made.id);
  vi.setSystemTime(now + 200_000);
  await startTimer(made.id);
  expect(await timers()).toMatchObject([{ step: 2, endsAt: at(250) }]);
  vi.setSystemTime(now + 210_000);
  await back();
  expect(server.timers).toMatchObject([{ label: 'Gym', steps, step: 2, endsAt: at(250) }]);
});

const intervals = (changes: Partial<Timer> = {}) =>
  aTimer({ steps, rounds: 2, totalSeconds: 180, ...changes });

test('an interval timer that advanced by itself is paused on the server at the same position', async () => {
  await away({ timers: [intervals({ step: 0, endsAt: at(60), runSeconds: 60 })] });
  vi.setSystemTime(now + 70_000);
  await pauseTimer(1);
  server.timers = [intervals({ step: 1, endsAt: at(90), runSeconds: 30 })];
  vi.setSystemTime(now + 80_000);
  await back();
  expect(server.timers).toMatchObject([{ step: 1, enabled: 0, remainingMs: 20_000 }]);
});

test('an interval timer is reset offline, and gets other steps', async () => {
  const standing = { enabled: 0 as const, endsAt: null };
  await away({
    timers: [
      intervals({ step: 2, ...standing, remainingMs: 5_000, runSeconds: 60 }),
      intervals({ id: 2, step: 2, ...standing, remainingMs: 5_000, runSeconds: 60 }),
    ],
  });
  await resetTimer(1);
  const changed = await updateTimer(2, { steps: steps.slice(0, 1), rounds: 3 });
  expect(changed).toMatchObject({ totalSeconds: 180, step: 0, remainingMs: 60_000 });
  await back();
  expect(server.timers).toMatchObject([
    { step: 0, remainingMs: 60_000 },
    { steps: steps.slice(0, 1), rounds: 3, step: 0, remainingMs: 60_000 },
  ]);
});

test('an interval timer that finished here does not ring again', async () => {
  await away({});
  await createTimer({ steps, rounds: 1, enabled: 1 });
  vi.setSystemTime(now + 3_600_000);
  expect(await timers()).toMatchObject([{ enabled: 0, remainingMs: 0, step: 1 }]);
  await back();
  expect(server.timers).toMatchObject([{ enabled: 0, remainingMs: 0 }]);
});
