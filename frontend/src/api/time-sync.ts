// Keeps the page's time synchronised with the server: on load, on wake and every ten minutes.
import { after } from '../hooks/background-timer';
import type { Exchange } from '../hooks/time-estimate';
import { bestEstimate } from '../hooks/time-estimate';
import { adoptEstimate, readClocks } from '../hooks/synchronised-time';
import { onWake } from '../hooks/wake';
import { request } from './client';

interface ServerTime {
  readonly receivedAt: number;
  readonly sentAt: number;
}

const exchangesPerSync = 6;
const everyMs = 10 * 60_000;

let running: Promise<boolean> | null = null;

/** Asks the server for its time; true if it answered. Calls that overlap share one answer. */
export function synchroniseTime(): Promise<boolean> {
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
  const exchanges: Exchange[] = [];
  try {
    while (exchanges.length < exchangesPerSync) exchanges.push(await exchange());
  } catch {
    // What came before the failure still counts.
  }
  const estimate = bestEstimate(exchanges);
  if (estimate !== null) adoptEstimate(estimate);
  return estimate !== null;
}

async function exchange(): Promise<Exchange> {
  const sent = readClocks();
  const { receivedAt, sentAt } = await request<ServerTime>('GET', '/api/time');
  return { sent, serverReceived: receivedAt, serverSent: sentAt, received: readClocks() };
}
