// The store of the ring book: each event is reduced upon what all tabs have stored, then persisted and published, and only
// then its effects are carried out, so that no event is dispatched within another.
import { disposeAll, createEmitter } from '../browser/emitter';
import { storedValue } from '../browser/stored-value';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { isAccountHere } from '../identity/account-here';
import { onBrowserIdChange } from '../identity/browser-id';
import type { AnsweredRing } from '../model/types';
import { noteMissedAlarms } from '../rings/missed-alarms';
import {
  keyOf,
  occurrenceOf,
  snoozed,
  type AlarmOccurrence,
  type Occurrence,
} from '../rings/occurrence';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { ringsForMs } from '../sound/ring-settings';
import { synchronisedNow } from '../time/synchronised-time';
import {
  emptyBook,
  merged,
  reduce,
  unheardIn,
  type FetchedRings,
  type Handled,
  type Ring,
  type RingBook,
  type RingEffect,
  type RingEvent,
} from './book';

interface Surroundings {
  /** What all tabs have stored. */
  readonly persisted: { readonly read: () => RingBook; readonly write: (book: RingBook) => void };
  readonly now: () => number;
  readonly ringsForMs: () => number;
}

interface RingStore {
  readonly book: () => RingBook;
  /** Calls back after every change of the book; a listener must not dispatch. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows what other tabs and earlier pages have stored, unless some of it seems to have been missed. */
  readonly open: () => void;
  /** The stored book before its rings are decided. */
  readonly found: () => RingBook;
  /** Returns the effects, which the caller carries out. */
  readonly dispatch: (event: RingEvent) => readonly RingEffect[];
  /** Replaces the book, also the stored one. */
  readonly replace: (book: RingBook) => void;
}

/** Armed occurrences beyond this number are not stored; the lists bring them again. */
const armedAtMost = 200;

/** The store of one tab. */
export function ringStore({ persisted, now, ringsForMs: endAfterMs }: Surroundings): RingStore {
  let book = emptyBook;
  let timeIsKnown = false;
  const listeners = new Set<() => void>();

  const found = () => {
    const stored = persisted.read();
    return book === emptyBook ? stored : merged(book, stored, now());
  };
  const replace = (next: RingBook) => {
    book = next;
    const soonest = [...book.armed].sort((one, other) => one.dueAt - other.dueAt);
    persisted.write({ ...book, armed: soonest.slice(0, armedAtMost) });
    listeners.forEach((listener) => {
      try {
        listener();
      } catch (failure) {
        // The other listeners must still be called.
        console.warn('a listener to the rings failed:', failure);
      }
    });
  };

  return {
    book: () => book,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    open: () => {
      timeIsKnown = false;
      const stored = found();
      if (stored !== book && unheardIn(stored, now()).length === 0) replace(stored);
    },
    found,
    dispatch: (event) => {
      if (event.type === 'opened') timeIsKnown = true;
      const at = { now: now(), ringsForMs: endAfterMs(), timeIsKnown };
      const { book: next, effects } = reduce(found(), event, at);
      if (next !== book) replace(next);
      return effects;
    },
    replace,
  };
}

const store = ringStore({
  persisted: storedValue<RingBook>('rings:v1', emptyBook, bookOf),
  now: synchronisedNow,
  ringsForMs,
});
const ringListeners = createEmitter();

export const currentBook = store.book;

/** Calls back after every change of the book. */
export const onBookChange = store.subscribe;

/** The stored book before its rings are decided. */
export const foundBook = store.found;

/** Calls back when something begins to ring by this tab's own schedule or the server's list. */
export const onRingsBegin = ringListeners.subscribe;

/** The current rings, the newest first. */
export function currentRings(): readonly Ring[] {
  return store.book().ringing;
}

/** Loads the stored book and follows the other tabs, until the returned function is called. */
export function openBook(): () => void {
  store.open();
  return disposeAll(
    onTabMessage('ring-due', (message) => {
      const ring = occurrenceOf(message) as Ring | null;
      if (ring !== null && !isBeingDeleted(ring)) apply({ type: 'rang', ring });
    }),
    onTabMessage('ring-announced', (message) => {
      const occurrence = occurrenceOf(message);
      if (occurrence !== null && !isBeingDeleted(occurrence)) {
        apply({ type: 'announced', occurrence });
      }
    }),
    onTabMessage('ring-answered', (message) => {
      apply({ type: 'answered', ...(message as Answered) });
    }),
    onTabMessage('snooze-dropped', (alarmId) => {
      apply({ type: 'snooze-dropped', alarmId: alarmId as number });
    }),
    // Armed occurrences of another browser id do not belong to this one, and the server lists the rings of this one.
    // After signing out, no rings and labels of the account may remain.
    onBrowserIdChange(() => {
      store.replace(isAccountHere() ? { ...emptyBook, ringing: currentRings() } : emptyBook);
    }),
  );
}

/** Dispatches an event of this tab; other tabs learn of rings that begin. */
export function dispatch(event: RingEvent): void {
  for (const ring of apply(event)) announceToTabs('ring-due', ring);
}

/** The time is known, and rings of earlier pages can be decided. */
export function decideFound(fetched: FetchedRings | undefined): void {
  dispatch({ type: 'opened', fetched });
}

/** Adds a ring that the server announced, in all tabs. */
export function announceRing(occurrence: Occurrence): void {
  if (isBeingDeleted(occurrence)) return;
  announceToTabs('ring-announced', occurrence);
  apply({ type: 'announced', occurrence });
}

/** Ends rings in all tabs. */
export function answerRings(rings: readonly Occurrence[]): void {
  answer({ rings });
}

/** Ends a ring that was answered on another device, in all tabs. */
export function ringAnswered({ kind, id, scheduledFor }: AnsweredRing): void {
  answer({ rings: [{ key: keyOf(kind, id, Date.parse(scheduledFor)) }] });
}

/** Snoozes an alarm's ring in all tabs, from an instant on that is also sent to the server. */
export function snoozeRing(ring: AlarmOccurrence, givenAt: number): void {
  answer({ rings: [ring], next: snoozed(ring, givenAt) });
}

/** Removes a snooze that only this browser knows, in all tabs: another answer counts. */
export function dropSnooze(alarmId: number): void {
  announceToTabs('snooze-dropped', alarmId);
  apply({ type: 'snooze-dropped', alarmId });
}

/** The message between tabs about an answer. */
type Answered = Omit<Extract<RingEvent, { readonly type: 'answered' }>, 'type'>;

function answer(answered: Answered): void {
  announceToTabs('ring-answered', answered);
  apply({ type: 'answered', ...answered });
}

/** Dispatches an event and carries out its effects in this tab; returns the rings that begin. */
function apply(event: RingEvent): readonly Ring[] {
  const rings: Ring[] = [];
  for (const effect of store.dispatch(event)) {
    if (effect.type === 'missed') noteMissedAlarms(effect.alarms);
    else rings.push(...effect.rings);
  }
  if (rings.length > 0) ringListeners.emit();
  return rings;
}

/** Deleted here; the server will learn of it when undo is no longer possible. */
function isBeingDeleted({ kind, id }: Occurrence): boolean {
  return (kind === 'alarm' ? alarmDeletions : timerDeletions).hidden().has(id);
}

/** A stored book, which a tab of another version may have written. */
function bookOf(stored: unknown): RingBook | null {
  const { armed, ringing, handled } = stored as Partial<RingBook>;
  return Array.isArray(armed) && Array.isArray(ringing) && Array.isArray(handled)
    ? {
        armed: armed.flatMap((one) => occurrenceOf(one) ?? []),
        ringing: ringing.flatMap((one) => (occurrenceOf(one) as Ring | null) ?? []),
        handled: handled.filter(isHandled),
      }
    : null;
}

function isHandled(stored: unknown): stored is Handled {
  const { key, at } = Object(stored) as Partial<Handled>;
  return typeof key === 'string' && typeof at === 'number';
}
