// Several tabs synchronise their time: one of them asks the server, and the others that tab. No two tabs have the same
// monotonic clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actingTab, installTabs, Profile, type Tab } from '../testing/browser-tabs';
import type * as SynchronisedTime from '../time/synchronised-time';
import type * as TimeSync from './time-sync';

vi.mock(import('../time/background-timer'), async (actual) => ({
  ...(await actual()),
  after: (delayMs, callback) => actingTab().after(delayMs, callback),
  onClockJump: () => () => undefined,
}));

const start = Date.parse('2026-11-20T22:00:00Z');
/** The device's clock is slow. */
const serverAheadMs = 90_000;
const tabsOpen = 10;

type Modules = typeof TimeSync & typeof SynchronisedTime;

let time: number;
let slept: number;
/** The requests so far, by the tabs that have sent them. */
let asked: Tab[];
/** How long the next requests take. */
let takesMs: number;
/** Its requests get no response. */
let cutOff: Tab | null;
let profile: Profile;
const originOf = new Map<Tab, number>();

beforeEach(() => {
  time = start;
  slept = 0;
  asked = [];
  takesMs = 40;
  cutOff = null;
  profile = new Profile();
  vi.spyOn(Date, 'now').mockImplementation(() => time);
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const tab = profile.tabs.find((one) => one === actingTabOrNone());
    return time - slept - (tab === undefined ? 0 : (originOf.get(tab) ?? 0));
  });
  installTabs();
  vi.stubGlobal('fetch', async () => {
    asked.push(actingTab());
    if (actingTab() === cutOff) await new Promise(() => undefined);
    time += takesMs / 2;
    const now = time + serverAheadMs;
    time += takesMs / 2;
    return Response.json({ receivedAt: now, sentAt: now });
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function actingTabOrNone(): Tab | null {
  try {
    return actingTab();
  } catch {
    return null;
  }
}

async function openTab(): Promise<readonly [Tab, Modules]> {
  const tab = profile.open();
  // Opened at different times, and each with a monotonic clock of its own.
  originOf.set(tab, start - 7_777 * profile.tabs.length);
  const modules = await tab.run(async () => {
    vi.resetModules();
    const [sync, now] = await Promise.all([
      import('./time-sync'),
      import('../time/synchronised-time'),
    ]);
    return { ...sync, ...now };
  });
  return [tab, modules];
}

/** Lets everything happen that does not wait for time to pass. */
async function flushTasks(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function errorOf([tab, modules]: readonly [Tab, Modules]): number {
  return Math.abs(tab.run(modules.synchronisedNow) - (time + serverAheadMs));
}

/** Time passes, and what is due happens. */
async function pass(ms: number): Promise<void> {
  time += ms;
  for (const tab of profile.tabs) tab.awaken();
  await flushTasks();
}

test('tabs that wake at once ask the server as often as one, and all have its time', async () => {
  const tabs = [];
  for (let count = 0; count < tabsOpen; count += 1) tabs.push(await openTab());
  for (const [tab, modules] of tabs) tab.run(modules.keepTimeSynchronised);
  await flushTasks();
  expect(asked).toHaveLength(6);
  expect(Math.max(...tabs.map(errorOf))).toBeLessThan(1);
});

test('a tab that asks the server gives its time to the others, which do not ask for as long as it does', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first[0].run(first[1].keepTimeSynchronised);
  await flushTasks();
  await pass(60_000);
  takesMs = 2;
  second[0].run(second[1].keepTimeSynchronised);
  await flushTasks();
  expect(asked.slice(6)).toEqual(Array<Tab>(6).fill(second[0]));
  expect(first[0].run(first[1].timeSync).errorBoundMs).toBe(1);

  for (let minute = 0; minute < 60; minute += 1) await pass(60_000);
  expect(asked.slice(12)).toEqual(Array<Tab>(36).fill(second[0]));
  expect(errorOf(first)).toBeLessThan(1);

  profile.kill(second[0]);
  await pass(11 * 60_000);
  expect(asked.slice(48)).toEqual(Array<Tab>(6).fill(first[0]));
});

test('a tab that asks the server without a response keeps no other waiting', async () => {
  const [first, second] = [await openTab(), await openTab()];
  [cutOff] = first;
  first[0].run(first[1].keepTimeSynchronised);
  await flushTasks();
  second[0].run(second[1].keepTimeSynchronised);
  await pass(1_000);
  profile.lockIsLate();
  await flushTasks();
  await pass(200);
  expect(asked).toEqual([first[0], ...Array<Tab>(6).fill(second[0])]);
  expect(errorOf(second)).toBeLessThan(1);
});

test('after a sleep a tab gives its time to no other, and asks the server itself', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first[0].run(first[1].keepTimeSynchronised);
  await flushTasks();
  slept += 3_600_000;
  time += 3_600_000;
  second[0].run(() => void second[1].keepTimeSynchronised());
  first[0].run(() => void first[1].synchroniseTime());
  await flushTasks();
  expect(asked).toHaveLength(12);
  expect(Math.max(errorOf(first), errorOf(second))).toBeLessThan(1);
});
