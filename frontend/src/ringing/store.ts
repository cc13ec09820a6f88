// The store of the ring book: each event is reduced upon what all tabs have stored, then persisted and published, and only
// then its effects are carried out, so that no event is dispatched within another.
import { disposeAll, createEmitter } from '../browser/emitter';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { browserId, onBrowserIdChange } from '../identity/browser-id';
import { ownedValue } from '../identity/owned-values';
import type { AnsweredRing } from '../model/types';
import { recordMissedAlarms } from './missed-alarms';
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
  type Handled,
  type Ring,
  type RingBook,
  type RingEffect,
  type RingEvent,
} from './book';

interface Surroundings {
  /** What all tabs have stored for the present browser id. */
  readonly persisted: { readonly read: () => RingBook; readonly write: (book: RingBook) => void };
  /** The present browser id: the book of another one is not this one's. */
  readonly owner: () => string;
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
  /** The browser id has changed: the stored book of the new one replaces the other's. */
  readonly follow: () => void;
}

/** Armed occurrences beyond this number are not stored; the lists bring them again. */
const armedAtMost = 200;

/** The store of one tab. */
export function ringStore({
  persisted,
  owner,
  now,
  ringsForMs: endAfterMs,
}: Surroundings): RingStore {
  let book = emptyBook;
  let bookOwner: string | null = null;
  let timeIsKnown = false;
  const listeners = new Set<() => void>();

  const found = () => {
    const stored = persisted.read();
    return book === emptyBook || bookOwner !== owner() ? stored : merged(book, stored, now());
  };
  const replace = (next: RingBook) => {
    book = next;
    bookOwner = owner();
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
    follow: () => {
      replace(persisted.read());
    },
    dispatch: (event) => {
      if (event.type === 'opened') timeIsKnown = true;
      const at = { now: now(), ringsForMs: endAfterMs(), timeIsKnown };
      const { book: next, effects } = reduce(found(), event, at);
      if (next !== book) replace(next);
      return effects;
    },
  };
}

const stored = ownedValue<OwnedBook | null>('rings:v1', null, bookOf, {
  onRenew: 'carry',
  onLeave: 'drop',
});
const store = ringStore({
  persisted: {
    read: () => {
      const own = stored.read();
      return own?.browserId === browserId() ? own : emptyBook;
    },
    write: (book) => {
      stored.write({ ...book, browserId: browserId() });
    },
  },
  owner: browserId,
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
    onBrowserIdChange(store.follow),
  );
}

/** Dispatches an event of this tab; other tabs learn of rings that begin. */
export function dispatch(event: RingEvent): void {
  for (const ring of apply(event)) announceToTabs('ring-due', ring);
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
    if (effect.type === 'missed') recordMissedAlarms(effect.alarms);
    else rings.push(...effect.rings);
  }
  if (rings.length > 0) ringListeners.emit();
  return rings;
}

/** Deleted here; the server will learn of it when undo is no longer possible. */
function isBeingDeleted({ kind, id }: Occurrence): boolean {
  return (kind === 'alarm' ? alarmDeletions : timerDeletions).hidden().has(id);
}

interface OwnedBook extends RingBook {
  readonly browserId: string;
}

/** A stored book, which a tab of another version may have written. */
function bookOf(stored: unknown): OwnedBook | null {
  const { browserId: whose = browserId(), armed, ringing, handled } = stored as Partial<OwnedBook>;
  return Array.isArray(armed) && Array.isArray(ringing) && Array.isArray(handled)
    ? {
        browserId: whose,
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
