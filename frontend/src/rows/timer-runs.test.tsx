// Which requests bring a running timer into another state of its run.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Timer } from '../model/types';
import { FakeServer } from '../testing/fake-server';
import { aTimer } from '../testing/rows';
import { refetch } from './lists';
import { listOf } from './store';
import { resetTimer, setTimerRun, turnTimer } from './timers';

const now = Date.parse('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
let server: FakeServer;

beforeEach(() => {
  server = FakeServer.installedAt(now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function has(timer: Timer): Promise<Timer> {
  server.timers = [timer];
  await refetch('timers');
  return timer;
}

test('a timer is shortened by one request, and brought back by another', async () => {
  const running = await has(aTimer({ enabled: 1, endsAt: at(150) }));
  await turnTimer(running, -60);
  expect(server.timers).toMatchObject([{ endsAt: at(90), runSeconds: 180 }]);
  await setTimerRun(running);
  expect(server.timers).toMatchObject([{ endsAt: at(150), runSeconds: 180 }]);
  expect(server.writes).toEqual(['PUT /api/timers/1/end', 'PUT /api/timers/1/end']);
});

const anew = ['PATCH /api/timers/1', 'PATCH /api/timers/1'];

test('a timer that has run out since is started again', async () => {
  const running = await has(aTimer({ enabled: 1, endsAt: at(150) }));
  await has({ ...running, endsAt: at(1) });
  vi.setSystemTime(now + 2_000);
  await setTimerRun(running);
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(150), runSeconds: 180 }]);
  expect(server.writes).toEqual(anew);
});

test('an interval timer that is in another step by now goes back to its step', async () => {
  const steps = [
    { seconds: 60, label: null },
    { seconds: 30, label: null },
  ];
  const timer = aTimer({ steps, rounds: 1, step: 0, enabled: 1, totalSeconds: 90, runSeconds: 60 });
  const running = await has({ ...timer, endsAt: at(50) });
  await has({ ...timer, endsAt: at(1) });
  vi.setSystemTime(now + 2_000);
  await setTimerRun(running);
  expect(server.timers).toMatchObject([{ enabled: 1, step: 0, endsAt: at(50) }]);
  expect(server.writes).toEqual(anew);
});

test('a run whose end has passed while the timer was reset ends in a second, here and on the server', async () => {
  const running = await has(aTimer({ enabled: 1, endsAt: at(3) }));
  await resetTimer(1);
  vi.setSystemTime(now + 8_000);
  await setTimerRun(running);
  expect(listOf('timers')?.rows).toMatchObject([{ enabled: 1, endsAt: at(9), runSeconds: 180 }]);
  expect(server.timers).toMatchObject([{ enabled: 1, endsAt: at(9), runSeconds: 180 }]);
  expect(server.writes).toEqual(anew);
});

test('a run in steps that is brought back is in the step in which it would be', async () => {
  const steps = [
    { seconds: 60, label: null },
    { seconds: 30, label: null },
  ];
  const timer = aTimer({ steps, rounds: 1, step: 0, enabled: 1, totalSeconds: 90, runSeconds: 60 });
  const running = await has({ ...timer, endsAt: at(3) });
  await resetTimer(1);
  vi.setSystemTime(now + 8_000);
  await setTimerRun(running);
  expect(server.timers).toMatchObject([{ enabled: 1, step: 1, endsAt: at(33) }]);
  await resetTimer(1);
  vi.setSystemTime(now + 60_000);
  await setTimerRun(running);
  expect(server.timers).toMatchObject([{ enabled: 1, step: 1, endsAt: at(61) }]);
});
