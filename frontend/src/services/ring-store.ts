// This tab's ring book: stored across reloads, shared with other tabs, observed by the pop-ups.
import { endAll } from '../browser/listeners';
import { onBrowserIdChange } from '../identity/browser-id';
import { isAccountHere } from '../identity/account-here';
import type { AnsweredRing } from '../model/types';
import { noteMissedAlarms } from '../rings/missed-alarms';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { storedValue } from '../browser/stored-value';
import { synchronisedNow } from '../time/synchronised-time';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import type { AlarmOccurrence, Occurrence } from '../rings/occurrence';
import { keyOf, occurrenceOf, snoozed } from '../rings/occurrence';
import type { BookUpdate, Handled, Ring, RingBook } from '../rings/ring-book';
import {
  allDue,
  emptyBook,
  merged,
  opened,
  withAnnounced,
  withHandled,
  withSeen,
  withoutSnooze,
  withSnoozed,
} from '../rings/ring-book';
import { type FetchedRings, withRings } from '../rings/ring-book-rings';

/** Messages between tabs about rings. */
interface Answered {
  readonly rings: readonly { readonly key: string }[];
  readonly next?: AlarmOccurrence;
}

const kept = storedValue<RingBook>('rings:v1', emptyBook, (stored) => {
  const { armed, ringing, handled } = stored as Partial<RingBook>;
  return Array.isArray(armed) && Array.isArray(ringing) && Array.isArray(handled)
    ? {
        armed: armed.flatMap((one) => occurrenceOf(one) ?? []),
        ringing: ringing.flatMap((one) => (occurrenceOf(one) as Ring | null) ?? []),
        handled: handled.filter(isHandled),
      }
    : null;
});
/** Armed occurrences beyond this number are not stored; the lists bring them again. */
const armedKept = 200;

let book = emptyBook;
const listeners = new Set<() => void>();

export function currentBook(): RingBook {
  return book;
}

/** The current rings, the newest first. */
export function currentRings(): readonly Ring[] {
  return book.ringing;
}

/** Calls back after every change of the book. */
export function onBookChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Loads the book as other tabs and earlier visits left it, and follows the other tabs. A ring that seems to have been
 * missed is not judged before the time is synchronised, because this device's clock may be wrong.
 */
export function openBook(): () => void {
  const now = synchronisedNow();
  const found = bookAsFound(now);
  if (opened(found, now).book === found) apply({ book: found, missed: [] });
  return endAll(
    onTabMessage('ring-due', (message) => {
      const ring = occurrenceOf(message) as Ring | null;
      if (ring !== null && !isBeingDeleted(ring)) apply(allDue(book, [ring], ring.seenAt));
    }),
    onTabMessage('ring-announced', (message) => {
      const occurrence = occurrenceOf(message);
      if (occurrence !== null) ringAnnounced(occurrence);
    }),
    onTabMessage('ring-answered', (answered) => {
      answer(answered as Answered);
    }),
    onTabMessage('snooze-dropped', (alarmId) => {
      snoozeDropped(alarmId as number);
    }),
    // Armed occurrences of another browser id do not belong to this one, and the server lists the rings of this one.
    // After signing out, no rings and labels of the account may remain.
    onBrowserIdChange(() => {
      put(isAccountHere() ? { ...emptyBook, ringing: book.ringing } : emptyBook);
    }),
  );
}

/** The stored book, before its rings are checked. */
export function foundBook(): RingBook {
  return bookAsFound(synchronisedNow());
}

/**
 * Continues rings that somebody may have heard recently and notes the others as missed, after the server's list of
 * rings was applied. Call it once the time is synchronised.
 */
export function judgeFound(rings: FetchedRings | undefined): void {
  const now = synchronisedNow();
  const found = bookAsFound(now);
  const first = rings === undefined ? { book: found, missed: [] } : withRings(found, rings, now);
  const second = opened(first.book, now);
  apply({ book: second.book, missed: [...first.missed, ...second.missed] });
}

/** Applies a change to the book, and sends new rings to the other tabs; returns those. */
export function updateBook(change: (book: RingBook, now: number) => BookUpdate): readonly Ring[] {
  const before = new Set(book.ringing.map(({ key }) => key));
  const update = change(book, synchronisedNow());
  const news = update.book.ringing.filter(({ key }) => !before.has(key));
  apply(update);
  news.forEach((ring) => {
    announceToTabs('ring-due', ring);
  });
  return news;
}

/** Adds a ring that the server announced, in all tabs. */
export function announceRing(occurrence: Occurrence): void {
  if (isBeingDeleted(occurrence)) return;
  announceToTabs('ring-announced', occurrence);
  ringAnnounced(occurrence);
}

function ringAnnounced(occurrence: Occurrence): void {
  if (!isBeingDeleted(occurrence)) apply(withAnnounced(book, occurrence, synchronisedNow()));
}

/** Deleted here; the server will learn of it when undo is no longer possible. */
function isBeingDeleted({ kind, id }: Occurrence): boolean {
  return (kind === 'alarm' ? alarmDeletions : timerDeletions).hidden().has(id);
}

/** Ends rings in all tabs. */
export function answerRings(rings: readonly Occurrence[]): void {
  announceAnswer({ rings });
}

/** Ends a ring that was answered on another device, in all tabs. */
export function ringAnswered({ kind, id, scheduledFor }: AnsweredRing): void {
  announceAnswer({ rings: [{ key: keyOf(kind, id, Date.parse(scheduledFor)) }] });
}

/** Removes a snooze that only this browser knows, in all tabs: another answer counts. */
export function dropSnooze(alarmId: number): void {
  announceToTabs('snooze-dropped', alarmId);
  snoozeDropped(alarmId);
}

function snoozeDropped(alarmId: number): void {
  apply({ book: withoutSnooze(book, alarmId), missed: [] });
}

/** Snoozes an alarm's ring in all tabs, from an instant on that the server is told, too. */
export function snoozeRing(ring: AlarmOccurrence, givenAt: number): void {
  announceAnswer({ rings: [ring], next: snoozed(ring, givenAt) });
}

/** Records that somebody could hear the rings now. */
export function recordRingsSeen(): void {
  if (book.ringing.length > 0) apply({ book: withSeen(book, synchronisedNow()), missed: [] });
}

function isHandled(stored: unknown): stored is Handled {
  const { key, at } = Object(stored) as Partial<Handled>;
  return typeof key === 'string' && typeof at === 'number';
}

function bookAsFound(now: number): RingBook {
  const stored = kept.read();
  return book === emptyBook ? stored : merged(book, stored, now);
}

function announceAnswer(answered: Answered): void {
  announceToTabs('ring-answered', answered);
  answer(answered);
}

function answer({ rings, next }: Answered): void {
  const now = synchronisedNow();
  const answered =
    next === undefined ? withHandled(book, rings, now) : withSnoozed(book, rings, next, now);
  apply({ book: answered, missed: [] });
}

function apply(update: BookUpdate): void {
  noteMissedAlarms(update.missed);
  if (update.book === book) return;
  const now = synchronisedNow();
  put(merged(update.book, kept.read(), now));
}

function put(next: RingBook): void {
  book = next;
  const soonest = [...book.armed].sort((one, other) => one.dueAt - other.dueAt);
  kept.write({ ...book, armed: soonest.slice(0, armedKept) });
  listeners.forEach((listener) => {
    try {
      listener();
    } catch (failure) {
      // The other listeners must still be called.
      console.warn('a listener to the rings failed:', failure);
    }
  });
}
