// The order of timers that is chosen while the server is away.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { aTimer } from '../testing/rows';
import { refetch } from '../rows/lists';
import { orderTimers, createTimer, updateTimer } from '../rows/timers';
import { sendUnsaved } from './outbox-send';
import { unsavedOrder } from './timer-order';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function timerIds(): Promise<readonly number[]> {
  return (await refetch('timers')).map(({ id }) => id);
}

const threeTimers = () => [1, 2, 3].map((id) => aTimer({ id, enabled: 0, endsAt: null }));

test('an order chosen offline is shown, and sent with the new timers when the server is back', async () => {
  server.timers = threeTimers();
  await timerIds();
  server.isAway = true;
  const made = await createTimer({ hours: 0, minutes: 1, seconds: 0 });
  await orderTimers([made.id, 3, 1]);
  expect(await timerIds()).toEqual([made.id, 3, 1, 2]);

  server.isAway = false;
  await sendUnsaved();
  expect(server.writes).toEqual(['POST /api/timers', 'PUT /api/timers/order']);
  expect(server.timers.map(({ id }) => id)).toEqual([100, 3, 1, 2]);
  expect(unsavedOrder()).toBeNull();
  expect(await timerIds()).toEqual([100, 3, 1, 2]);
});

test('an order is sent after the changes of its timers, and replaced by a later one', async () => {
  server.timers = threeTimers();
  await timerIds();
  server.isAway = true;
  await updateTimer(2, { label: 'Tea' });
  server.isAway = false;
  await orderTimers([2, 1, 3]);
  await orderTimers([3, 2, 1]);
  expect(server.writes).toEqual([
    'PATCH /api/timers/2',
    'PUT /api/timers/order',
    'PUT /api/timers/order',
  ]);
  expect(await timerIds()).toEqual([3, 2, 1]);
});

test('an order is discarded if an older server does not support it', async () => {
  server.timers = threeTimers();
  await timerIds();
  server.isAway = true;
  await orderTimers([3, 2, 1]);
  server.isAway = false;
  server.refusal = { status: 405, headers: {} };
  await sendUnsaved();
  expect(unsavedOrder()).toBeNull();
  expect(await timerIds()).toEqual([1, 2, 3]);
});
