// Asks the server for lists and rings, with a timeout, and leaves out pending deletions.
import { refetch, rowsAsOf } from '../rows/lists';
import { fetchRings, sendUnsentAnswers } from '../api/rings';
import type { Alarm, ListName, RungRing, Timer } from '../model/types';
import { alarmDeletions, timerDeletions, type PendingDeletions } from '../rings/pending-deletions';
import { oldestOpenAt, type RingBook } from '../rings/ring-book';
import type { FetchedRows, Lists } from '../rings/ring-book-lists';
import type { FetchedRings } from '../rings/ring-book-rings';
import { after } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';

/** A ring does not wait longer than this for the synchronised time or a list. */
export const timeoutMs = 4_000;

export const nothingFetched: Lists = { alarms: undefined, timers: undefined };

/** The server's list of rings, as far back as anything here is undecided; undefined if it cannot be reached. */
export async function fetchServerRings(book: RingBook): Promise<FetchedRings | undefined> {
  // Rings that were answered here offline must not ring again because of the server's list.
  await withTimeout(timeoutMs, sendUnsentAnswers());
  const asOf = synchronisedNow();
  const fetched = await withTimeout(timeoutMs, fetchRings(oldestOpenAt(book, asOf)));
  return fetched && { ...fetched, asOf };
}

export function withoutDeletedRows({ alarms, timers }: Lists): Lists {
  return {
    alarms: alarms && { ...alarms, rows: alarms.rows.filter(isKept(alarmDeletions)) },
    timers: timers && { ...timers, rows: timers.rows.filter(isKept(timerDeletions)) },
  };
}

function isKept({ hidden }: PendingDeletions): (row: { readonly id: number }) => boolean {
  return ({ id }) => !hidden().has(id);
}

/** Without rings of rows with a pending deletion. */
export function withoutDeletedRings(rings: FetchedRings): FetchedRings {
  const isMeant = ({ kind, id }: RungRing) =>
    isKept(kind === 'alarm' ? alarmDeletions : timerDeletions)({ id });
  return { ...rings, rings: rings.rings.filter(isMeant) };
}

/** Whether a list has a row that must have rung since. */
export function isBehind({ alarms, timers }: Lists, now: number): boolean {
  const isOver = (at: string | null) => at !== null && Date.parse(at) <= now;
  return (
    alarms?.rows.some(({ nextTrigger }) => isOver(nextTrigger)) === true ||
    timers?.rows.some(({ endsAt }) => isOver(endsAt)) === true
  );
}

export function latestAsOf({ alarms, timers }: Lists): number {
  return Math.max(alarms?.asOf ?? -Infinity, timers?.asOf ?? -Infinity);
}

export async function fetchLists(): Promise<Lists> {
  const [alarms, timers] = await Promise.all([
    fetchRows<Alarm>('alarms'),
    fetchRows<Timer>('timers'),
  ]);
  return { alarms, timers };
}

async function fetchRows<Row>(list: ListName): Promise<FetchedRows<Row> | undefined> {
  const rows = await withTimeout(timeoutMs, refetch<Row>(list));
  return rows === undefined ? undefined : { rows, asOf: rowsAsOf(rows) };
}

export function mergedLists(earlier: Lists, later: Lists): Lists {
  return { alarms: later.alarms ?? earlier.alarms, timers: later.timers ?? earlier.timers };
}

/** The result of a promise within a time; undefined if it takes longer or fails. */
export function withTimeout<Value>(
  ms: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => {
      resolve(undefined);
    });
    const done = (value: Value | undefined) => {
      cancel();
      resolve(value);
    };
    promise.then(done, () => {
      done(undefined);
    });
  });
}
