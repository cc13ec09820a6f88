// Synchronises the page's time with the server: on load, on wake and every ten minutes, in one tab for all. The server's clock is
// estimated by four timestamps, as in NTP. The other tabs estimate the clock of that tab in the same way, because no clock of the
// device is the same in two tabs: each has its own monotonic one, and the other can be set.
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { disposeAll } from '../browser/emitter';
import { underLock } from '../browser/timed-lock';
import { after } from '../time/background-timer';
import type { Schemas } from '../model/types';
import { type Reading, readClocks, jumpSince } from '../time/synchronised-clock';
import { adoptEstimate, type Estimate } from '../time/synchronised-time';
import { onWake } from '../time/wake';
import { requestOnce } from './client';

const exchangesPerSync = 6;
/** Exchanges with another tab take a millisecond. */
const exchangesWithTab = 3;
/** A device that keeps falling asleep tries again when it wakes. */
const triesPerExchange = 4;
const everyMs = 10 * 60_000;
/** A tab that has its time from another one asks the server itself this much later, if that one is gone. */
const standsInAfterMs = 30_000;
/** A result this recent is good enough for the next caller. */
const freshForMs = 20_000;
const lockName = 'tokibako-time';
/** The longest wait for a tab that asks the server, which may be frozen. */
const otherTabAsksWithinMs = 1_000;
/** A tab that does not answer another one within this time is frozen, or of an older build. */
const tabAnswersWithinMs = 200;

/** What this tab has last got from the server. */
interface Measured extends Estimate {
  readonly at: Reading;
}

let running: Promise<boolean> | null = null;
let answeredAt: Reading | null = null;
let measured: Measured | null = null;

/** Synchronises with the server; true if it answered. Calls shortly after each other share one result, also in several tabs. */
export function synchroniseTime(): Promise<boolean> {
  if (isFresh(answeredAt)) return Promise.resolve(true);
  running ??= synchroniseAlone().finally(() => {
    running = null;
  });
  return running;
}

/** Synchronises now and at intervals, and answers and follows the other tabs, until the returned function is called. */
export function keepTimeSynchronised(): () => void {
  let cancel: () => void = () => undefined;
  const synchroniseIn = (ms: number) => {
    cancel();
    cancel = after(ms, synchronise);
  };
  const synchronise = () => {
    synchroniseIn(everyMs);
    void synchroniseTime();
  };
  const stop = disposeAll(
    onWake(synchronise),
    onTabMessage('time-asked', answerTab),
    onTabMessage('time-measured', () => {
      void synchroniseWithTab().then((isDone) => {
        if (isDone) synchroniseIn(everyMs + standsInAfterMs * (1 + Math.random()));
      });
    }),
  );
  synchronise();
  return () => {
    stop();
    cancel();
  };
}

/** One tab at a time asks the server. Those that have to wait for it ask it instead. */
async function synchroniseAlone(): Promise<boolean> {
  try {
    const own = await navigator.locks.request(
      lockName,
      { ifAvailable: true },
      (lock) => lock && synchroniseWithServer(),
    );
    if (own !== null) return own;
  } catch {
    // There are no locks: each tab asks the server.
    return synchroniseWithServer();
  }
  return underLock(
    { name: lockName, withinMs: otherTabAsksWithinMs },
    async () =>
      isFresh(answeredAt) || (await synchroniseWithTab()) || (await synchroniseWithServer()),
  );
}

async function synchroniseWithServer(): Promise<boolean> {
  const estimate = bestEstimate(await exchangesOf(askServer, exchangesPerSync));
  if (estimate === null) return false;
  adopt(estimate);
  measured = { ...estimate, at: readClocks() };
  announceToTabs('time-measured', null);
  return true;
}

/** False if no other tab has just asked the server. */
async function synchroniseWithTab(): Promise<boolean> {
  const estimate = bestEstimate(await exchangesOf(askTabs, exchangesWithTab));
  if (estimate === null) return false;
  adopt(estimate);
  measured = null;
  return true;
}

function adopt(estimate: Estimate): void {
  adoptEstimate(estimate);
  answeredAt = readClocks();
}

async function exchangesOf(
  exchange: () => Promise<Exchange>,
  wanted: number,
): Promise<readonly Exchange[]> {
  let exchanges: readonly Exchange[] = [];
  for (let asked = 0; asked < triesPerExchange * wanted && exchanges.length < wanted; asked += 1) {
    const before = readClocks();
    const answered = await exchange().catch(() => null);
    const now = readClocks();
    // Samples before a failure still count; a failure caused by a sleep is no reason to stop.
    if (answered === null && jumpSince(before, now) === 0) break;
    exchanges = sentSinceJump(answered === null ? exchanges : [...exchanges, answered], now);
  }
  return exchanges;
}

/** After a sleep or a change of the clock a result counts as old at once. */
function isFresh(since: Reading | null): boolean {
  const now = readClocks();
  if (since === null || jumpSince(since, now) !== 0) return false;
  return now.monotonic - since.monotonic < freshForMs;
}

async function askServer(): Promise<Exchange> {
  const sent = readClocks();
  // A retry would count its wait as network delay.
  const { receivedAt, sentAt } = await requestOnce<Schemas['Time']>('GET', '/api/time');
  return { sent, serverReceived: receivedAt, serverSent: sentAt, received: readClocks() };
}

/** The time of the server by the clock of a tab, and how far it may be off. */
interface TabAnswer {
  readonly question: string;
  readonly time: number;
  readonly errorBound: number;
}

/** Fails if no tab answers in time. */
function askTabs(): Promise<Exchange> {
  const question = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const sent = readClocks();
    const end = disposeAll(
      after(tabAnswersWithinMs, () => {
        end();
        reject(new Error('no tab answers'));
      }),
      onTabMessage('time-answered', (message) => {
        const received = readClocks();
        const { question: answered, time, errorBound } = message as TabAnswer;
        if (answered !== question) return;
        end();
        resolve({ sent, serverReceived: time, serverSent: time, received, errorBound });
      }),
    );
    announceToTabs('time-asked', question);
  });
}

/** Only a tab that has just asked the server answers others, so that an error does not go from tab to tab. */
function answerTab(question: unknown): void {
  if (measured === null || !isFresh(measured.at)) return;
  const { offset, errorBound } = measured;
  announceToTabs('time-answered', {
    question: question as string,
    time: readClocks().monotonic + offset,
    errorBound,
  } satisfies TabAnswer);
}

/** One exchange: the device's clocks at its beginning and end, the server's in between. */
export interface Exchange {
  readonly sent: Reading;
  readonly serverReceived: number;
  readonly serverSent: number;
  readonly received: Reading;
  /** How far the other clock may be off; absent for the server's. */
  readonly errorBound?: number;
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

function estimateOf(exchange: Exchange): Estimate {
  const { sent, serverReceived, serverSent, received, errorBound = 0 } = exchange;
  // A sleep during the exchange appears in the wall clock only.
  const elapsed = Math.max(received.monotonic - sent.monotonic, received.wall - sent.wall);
  const roundTrip = Math.max(0, elapsed - (serverSent - serverReceived));
  const offset = (serverReceived - sent.monotonic + (serverSent - received.monotonic)) / 2;
  return { offset, errorBound: errorBound + roundTrip / 2 };
}
