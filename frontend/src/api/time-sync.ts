// Synchronises the page's time with the server: on load, on wake and every ten minutes. The server's clock is estimated
// by four timestamps, as in NTP.
import { after } from '../time/background-timer';
import type { Schemas } from '../model/types';
import { type Reading, readClocks, jumpSince } from '../time/synchronised-clock';
import { adoptEstimate, type Estimate } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { requestOnce } from './client';

const exchangesPerSync = 6;
/** The most requests of one synchronisation: a device that keeps falling asleep tries again when it wakes. */
const askedAtMost = 4 * exchangesPerSync;
const everyMs = 10 * 60_000;
/** A result this recent is good enough for the next caller. */
const freshForMs = 20_000;

let running: Promise<boolean> | null = null;
let answeredAt: Reading | null = null;

/** Synchronises with the server; true if it answered. Calls shortly after each other share one result. */
export function synchroniseTime(): Promise<boolean> {
  if (answeredAt !== null && elapsedSince(answeredAt) < freshForMs) return Promise.resolve(true);
  running ??= exchangeAll().finally(() => {
    running = null;
  });
  return running;
}

/** Synchronises now and at intervals, until the returned function is called. */
export function keepTimeSynchronised(): () => void {
  let cancel: () => void = () => undefined;
  const synchronise = () => {
    cancel();
    cancel = after(everyMs, synchronise);
    void synchroniseTime();
  };
  synchronise();
  const stopWaking = onWake(synchronise);
  return () => {
    stopWaking();
    cancel();
  };
}

async function exchangeAll(): Promise<boolean> {
  let exchanges: readonly Exchange[] = [];
  for (let asked = 0; asked < askedAtMost && exchanges.length < exchangesPerSync; asked += 1) {
    const before = readClocks();
    const answered = await exchange().catch(() => null);
    const now = readClocks();
    // Samples before a failure still count; a failure caused by a sleep is no reason to stop.
    if (answered === null && jumpSince(before, now) === 0) break;
    exchanges = sentSinceJump(answered === null ? exchanges : [...exchanges, answered], now);
  }
  const estimate = bestEstimate(exchanges);
  if (estimate === null) return false;
  adoptEstimate(estimate);
  answeredAt = readClocks();
  return true;
}

/** After a sleep or a change of the clock a result counts as old at once. */
function elapsedSince(since: Reading): number {
  const now = readClocks();
  return jumpSince(since, now) === 0 ? now.monotonic - since.monotonic : Infinity;
}

async function exchange(): Promise<Exchange> {
  const sent = readClocks();
  // A retry would count its wait as network delay.
  const { receivedAt, sentAt } = await requestOnce<Schemas['Time']>('GET', '/api/time');
  return { sent, serverReceived: receivedAt, serverSent: sentAt, received: readClocks() };
}

/** One exchange: the device's clocks at its beginning and end, the server's in between. */
export interface Exchange {
  readonly sent: Reading;
  readonly serverReceived: number;
  readonly serverSent: number;
  readonly received: Reading;
}

/** The estimate of the exchange with the shortest round trip; null without any. */
export function bestEstimate(exchanges: readonly Exchange[]): Estimate | null {
  return exchanges
    .map(estimateOf)
    .reduce<Estimate | null>(
      (best, next) => (best === null || next.errorBound < best.errorBound ? next : best),
      null,
    );
}

/** The exchanges since the device's clocks last diverged: the monotonic clock before that has another origin. */
function sentSinceJump(exchanges: readonly Exchange[], now: Reading): Exchange[] {
  return exchanges.filter(({ sent }) => jumpSince(sent, now) === 0);
}

function estimateOf({ sent, serverReceived, serverSent, received }: Exchange): Estimate {
  // A sleep during the exchange appears in the wall clock only.
  const elapsed = Math.max(received.monotonic - sent.monotonic, received.wall - sent.wall);
  const roundTrip = Math.max(0, elapsed - (serverSent - serverReceived));
  const offset = (serverReceived - sent.monotonic + (serverSent - received.monotonic)) / 2;
  return { offset, errorBound: roundTrip / 2 };
}
