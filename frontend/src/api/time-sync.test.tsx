// Synchronisation while the machine sleeps: samples from before the sleep do not count after it; and the estimate of the
// server's clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as SynchronisedTime from '../time/synchronised-time';
import type * as TimeSync from './time-sync';
import { type Exchange, bestEstimate } from './time-sync';

const anHour = 3_600_000;
const start = Date.parse('2026-11-20T22:00:00Z');

/** The true time: the wall clock follows it, the monotonic clock stands still during sleep. */
let time: number;
let slept: number;
/** The duration of each exchange, in order, and what happens during it. */
let exchanges: readonly {
  readonly takes: number;
  readonly sleeps?: number;
  readonly fails?: true;
}[];
let asked: number;
let timeSync: typeof TimeSync;
let synchronised: typeof SynchronisedTime;

beforeEach(async () => {
  vi.resetModules();
  time = start;
  slept = 0;
  asked = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => time);
  vi.spyOn(performance, 'now').mockImplementation(() => time - start - slept);
  vi.stubGlobal('fetch', () => {
    const { takes, sleeps = 0, fails } = exchanges[asked] ?? { takes: 40 };
    asked += 1;
    time += takes / 2 + sleeps;
    slept += sleeps;
    const answer = { receivedAt: time, sentAt: time };
    time += takes / 2;
    return fails
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(Response.json(answer));
  });
  timeSync = await import('./time-sync');
  synchronised = await import('../time/synchronised-time');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['between two exchanges', [{ takes: 2 }, { takes: 2 }, { takes: 40, sleeps: anHour }]],
  [
    'in the last one',
    [...Array<{ takes: number }>(5).fill({ takes: 2 }), { takes: 2, sleeps: anHour }],
  ],
  [
    'and the network is gone at first',
    [{ takes: 2 }, { takes: 40, sleeps: anHour, fails: true as const }],
  ],
])('repeats the exchanges if the machine sleeps %s', async (_, during) => {
  exchanges = during;
  await expect(timeSync.synchroniseTime()).resolves.toBe(true);
  expect(asked).toBe(during.length + 6);
  expect(Math.abs(synchronised.synchronisedNow() - time)).toBeLessThan(1);
});

test('samples before a failure count', async () => {
  exchanges = [{ takes: 2 }, { takes: 2, fails: true }];
  await expect(timeSync.synchroniseTime()).resolves.toBe(true);
  expect(asked).toBe(2);
  expect(synchronised.timeSync().errorBoundMs).toBe(1);
});

test('stops if the clocks of the device diverge at every exchange', async () => {
  exchanges = Array<{ takes: number; sleeps: number }>(100).fill({ takes: 2, sleeps: anHour });
  await expect(timeSync.synchroniseTime()).resolves.toBe(false);
  expect(asked).toBeLessThan(100);
});

test('a response after a Retry-After does not count: its wait would look like network delay', async () => {
  const answers = [new Response('', { status: 503, headers: { 'Retry-After': '2' } })];
  const fetched = vi.fn(() => Promise.resolve(answers.shift() ?? Response.json({})));
  vi.stubGlobal('fetch', fetched);
  expect(await timeSync.synchroniseTime()).toBe(false);
  expect(fetched).toHaveBeenCalledOnce();
});

const serverAhead = 1_000_000;

function exchange(sent: number, there: number, busy: number, back: number, slept = 0): Exchange {
  const received = sent + there + busy + back;
  return {
    sent: { monotonic: sent, wall: sent },
    serverReceived: sent + there + slept + serverAhead,
    serverSent: sent + there + busy + slept + serverAhead,
    received: { monotonic: received, wall: received + slept },
  };
}

test.each([
  ['equal delays', [exchange(0, 20, 5, 20)], serverAhead, 20],
  [
    'unequal delays cause an error within the bound',
    [exchange(0, 30, 0, 10)],
    serverAhead + 10,
    20,
  ],
  [
    'the shortest exchange is used',
    [exchange(0, 80, 0, 20), exchange(100, 4, 1, 4), exchange(200, 50, 0, 50)],
    serverAhead,
    4,
  ],
  [
    'a slow server does not increase the bound',
    [exchange(0, 50, 0, 50), exchange(100, 10, 900, 10)],
    serverAhead,
    10,
  ],
  [
    'an exchange during a sleep is not used',
    [exchange(0, 1, 0, 1, 60_000), exchange(100, 40, 0, 40)],
    serverAhead,
    40,
  ],
])('%s', (_, exchanges, offset, errorBound) => {
  expect(bestEstimate(exchanges)).toEqual({ offset, errorBound });
});

test('there is no estimate without an exchange', () => {
  expect(bestEstimate([])).toBeNull();
});
