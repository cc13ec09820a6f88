// Random scripts: two devices of one browser id are offline for two hours and use the real outbox, with its merging and
// sending. The network then delivers each write three times, and loses one request or response in ten.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aTime, Device, Network } from '../testing/offline-devices';
import { randomOf, type Random } from '../testing/random';
import { anAlarm, aTimer } from '../testing/rows';
import type { Alarm } from '../model/types';

const start = Date.parse('2026-11-21T00:00:00Z');
const hourMs = 3_600_000;

let network: Network;
let devices: readonly Device[];

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shared = ['one', 'two', 'three', 'four'];

/** Both devices fetch four alarms and a timer; then the network is gone. */
async function begin(random: Random, [first, second]: readonly Device[]): Promise<void> {
  network.begin();
  network.server.alarms = shared.map((label, index) => {
    const isOn = random.percent(50);
    const nextTrigger = isOn ? '2026-11-21T22:00:00Z' : null;
    return anAlarm({ id: index + 1, label, enabled: isOn ? 1 : 0, nextTrigger });
  });
  network.server.timers = [aTimer({ label: 'shared', enabled: 0, endsAt: null })];
  network.isAway = false;
  for (const device of [first, second]) {
    await device?.alarms();
    await device?.timers();
  }
  network.isAway = true;
}

/** A random change on one of the devices, at a random time within the two hours. */
async function actAtRandom(random: Random, number: number): Promise<void> {
  vi.advanceTimersByTime(random.below(hourMs / 4));
  const device = random.one(devices);
  const own = (label: string | null) => !shared.includes(label ?? '');
  const act = random.below(10);
  if (act < 2) {
    await device.makeAlarm(`${device.name} ${String(number)}`, aTime(random));
    return;
  }
  if (act < 4) {
    await device.makeTimer(`${device.name} ${String(number)}`, 1 + random.below(200));
    return;
  }
  const timers = (await device.timers()).filter(({ label }) => device.timerEnds.has(label ?? ''));
  if (act < 6 && timers.length > 0) {
    await device.changeTimer(random.one(timers), random);
    return;
  }
  const alarms = (await device.alarms()).filter(
    ({ label }) => !own(label) || device.wanted.has(label ?? ''),
  );
  if (alarms.length > 0) await device.changeAlarm(random.one(alarms), random);
}

/**
 * The devices send in random order until nothing is unsaved; sometimes a device changes its own new rows again
 * meanwhile.
 */
async function sendAll(random: Random): Promise<void> {
  network.isAway = false;
  network.loss = 10;
  for (let flushes = 0; devices.some((device) => device.unsaved() > 0); flushes += 1) {
    expect(flushes, 'flushes').toBeLessThan(200);
    const device = random.one(devices);
    network.writes = [];
    // What is unsaved is tried again every 15 seconds; a request without a response may still arrive until then.
    vi.advanceTimersByTime(15_000);
    await device.sends();
    const ofAlarms = network.writes.filter((write) => / \/api\/alarms\/\d+$/.test(write));
    expect(new Set(ofAlarms).size, 'one request a row and flush').toBe(ofAlarms.length);
    if (flushes < 5 && random.percent(50)) {
      network.isAway = true;
      // Rows that are not saved yet because a response was lost.
      const unsaved = (await device.alarms()).filter(({ id }) => id < 0);
      const made = unsaved.filter(({ label }) => device.wanted.has(label ?? ''));
      if (made.length > 0) await device.changeAlarm(random.one(made), random);
      network.isAway = false;
    }
  }
  network.loss = 0;
}

function checkAlarms(before: readonly Alarm[]): void {
  const { alarms, timers } = network.server;
  for (const rows of [alarms, timers]) {
    const labels = rows.map(({ label }) => label);
    expect(new Set(labels).size, `one row each: ${labels.join(', ')}`).toBe(labels.length);
  }
  const find = (label: string) => alarms.find((alarm) => alarm.label === label);
  for (const device of devices) {
    for (const [label, { time, enabled, isDeleted }] of device.wanted) {
      if (shared.includes(label)) continue;
      const wanted: unknown = isDeleted ? undefined : expect.objectContaining({ time, enabled });
      expect(find(label), label).toEqual(wanted);
    }
  }
  for (const { label, enabled, time } of before) {
    const wanted = devices.flatMap((device) => device.wanted.get(label ?? '') ?? []);
    const kept = wanted.filter(({ isDeleted }) => !isDeleted);
    const isTurnedOn = enabled === 0 && kept.some((choice) => choice.enabled === 1);
    const isTurnedOff = enabled === 1 && wanted.some((choice) => choice.enabled === 0);
    const isEdited = kept.some((choice) => choice.time !== time);
    const isDeleted = kept.length < wanted.length;
    const row = find(label ?? '');
    if (isTurnedOn || isEdited || !isDeleted) expect(row, `${label ?? ''} is there`).toBeDefined();
    if (isTurnedOn || (enabled === 1 && !isTurnedOff && !isDeleted))
      expect(row?.enabled, `${label ?? ''} is on`).toBe(1);
  }
}

/** Timers end when they would have on the device that started them, and ended timers do not ring again. */
function checkTimers(): void {
  const now = network.trueNow();
  const ends = devices.flatMap(({ timerEnds }) => [...timerEnds]);
  for (const [label, end] of ends) {
    const row = network.server.timers.find((timer) => timer.label === label);
    const endsAt = row?.endsAt ?? null;
    // What has ended while it was sent has ended there, too.
    const isOver = endsAt === null || (end !== null && end <= now && Date.parse(endsAt) <= now);
    if (end === null || end <= now) expect(isOver, label).toBe(true);
    else expect(Math.abs(Date.parse(endsAt ?? '') - end), label).toBeLessThan(1_500);
  }
}

/** Runs a script with checks; returns the server's rows at the end. */
async function runScript(seed: number, skewMs: number): Promise<string> {
  const random = randomOf(seed);
  network = new Network();
  network.install();
  network.random = random;
  devices = [await Device.open('a', network, 0), await Device.open('b', network, skewMs)];
  await begin(random, devices);
  const before = network.server.alarms;
  for (let number = 0; number < 12; number += 1) await actAtRandom(random, number);
  await sendAll(random);
  checkAlarms(before);
  checkTimers();
  const [one, other] = await Promise.all(devices.map((device) => listsOf(device)));
  expect(one).toEqual(other);
  const { alarms, timers } = network.server;
  return JSON.stringify(
    [alarms, timers].map((rows) => rows.map((row) => ({ ...row, createdAt: '', clientKey: '' }))),
  );
}

async function listsOf(device: Device): Promise<unknown> {
  return [await device.alarms(), await device.timers()];
}

test('200 random scripts: both devices end with the same rows, without duplicates, and lose no alarm that is on', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    try {
      await runScript(seed, 0);
    } catch (failure) {
      throw new Error(`seed ${String(seed)}`, { cause: failure });
    }
  }
}, 60_000);

test('the result is the same if one device’s clock is an hour slow or fast', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const right = await runScript(seed, 0);
    expect(await runScript(seed, -hourMs), `seed ${String(seed)}, slow`).toBe(right);
    expect(await runScript(seed, hourMs), `seed ${String(seed)}, fast`).toBe(right);
  }
}, 60_000);
