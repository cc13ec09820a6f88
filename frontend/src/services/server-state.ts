// Asks the server for lists and rings, with a timeout, and leaves out pending deletions.
import { refetch } from '../rows/lists';
import { listOf } from '../rows/store';
import { fetchRings, sendUnsentAnswers } from '../api/rings';
import type { RungRing } from '../model/types';
import { alarmDeletions, timerDeletions, type PendingDeletions } from '../rings/pending-deletions';
import { oldestOpenAt, type RingBook } from '../rings/ring-book';
import type { Lists } from '../rings/ring-book-lists';
import type { FetchedRings } from '../rings/ring-book-rings';
import { after } from '../time/background-timer';
import { synchronisedNow } from '../time/synchronised-time';

/** A ring does not wait longer than this for the synchronised time or a list. */
export const timeoutMs = 4_000;

/** The server's list of rings, as far back as anything here is undecided; undefined if it cannot be reached. */
export async function fetchServerRings(book: RingBook): Promise<FetchedRings | undefined> {
  // Rings that were answered here offline must not ring again because of the server's list.
  await withTimeout(timeoutMs, sendUnsentAnswers());
  const asOf = synchronisedNow();
  const fetched = await withTimeout(timeoutMs, fetchRings(oldestOpenAt(book, asOf)));
  return fetched && { ...fetched, asOf };
}

/** The lists of this tab without rows that are being deleted. */
export function listsToRing(): Lists {
  const [alarms, timers] = [listOf('alarms'), listOf('timers')];
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
export function isBehind(now: number): boolean {
  const [alarms, timers] = [listOf('alarms'), listOf('timers')];
  const isOver = (at: string | null) => at !== null && Date.parse(at) <= now;
  return (
    alarms?.rows.some(({ nextTrigger }) => isOver(nextTrigger)) === true ||
    timers?.rows.some(({ endsAt }) => isOver(endsAt)) === true
  );
}

/** When the lists were last fetched, in milliseconds since the epoch. */
export function listsAsOf(): number {
  return Math.max(listOf('alarms')?.asOf ?? -Infinity, listOf('timers')?.asOf ?? -Infinity);
}

/** Fetches both lists; returns after a timeout at the latest, and also if the server cannot be reached. */
export async function fetchLists(): Promise<void> {
  await Promise.all([
    withTimeout(timeoutMs, refetch('alarms')),
    withTimeout(timeoutMs, refetch('timers')),
  ]);
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
