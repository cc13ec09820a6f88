// Keeps the page's time synchronised with the server: on load, on wake and every ten minutes.
import { after } from '../time/background-timer';
import type { Reading } from '../time/synchronised-clock';
import { leapSince } from '../time/synchronised-clock';
import type { Exchange } from '../time/time-estimate';
import { bestEstimate, sentSinceLeap } from '../time/time-estimate';
import { adoptEstimate, readClocks } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { requestOnce } from './client';

interface ServerTime {
  readonly receivedAt: number;
  readonly sentAt: number;
}

const exchangesPerSync = 6;
/** A device that sleeps over and over is asked for again at its next waking. */
const askedAtMost = 4 * exchangesPerSync;
const everyMs = 10 * 60_000;
/** An answer this young is good enough for whoever asks next. */
const freshForMs = 20_000;

let running: Promise<boolean> | null = null;
let answeredAt: Reading | null = null;

/** Asks the server for its time; true if it answered. Calls close to each other share one answer. */
export function synchroniseTime(): Promise<boolean> {
  if (answeredAt !== null && elapsedSince(answeredAt) < freshForMs) return Promise.resolve(true);
  running ??= exchangeAll().finally(() => {
    running = null;
  });
  return running;
}

/** Synchronises now and from now on, until the returned function is called. */
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
    // What came before a failure still counts, and one that a sleep brought is no reason to stop.
    if (answered === null && leapSince(before, now) === 0) break;
    exchanges = sentSinceLeap(answered === null ? exchanges : [...exchanges, answered], now);
  }
  const estimate = bestEstimate(exchanges);
  if (estimate === null) return false;
  adoptEstimate(estimate);
  answeredAt = readClocks();
  return true;
}

/** A sleep or a clock that was set makes an answer old at once. */
function elapsedSince(since: Reading): number {
  const now = readClocks();
  return leapSince(since, now) === 0 ? now.monotonic - since.monotonic : Infinity;
}

async function exchange(): Promise<Exchange> {
  const sent = readClocks();
  // A request that is repeated after a wait would count the wait as travel.
  const { receivedAt, sentAt } = await requestOnce<ServerTime>('GET', '/api/time');
  return { sent, serverReceived: receivedAt, serverSent: sentAt, received: readClocks() };
}
