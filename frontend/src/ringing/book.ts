// The ring book: what is armed, what rings, what is decided. One reducer takes every event and returns the next book and
// its effects, which the store carries out. Pure; `now` is an argument.
import type { RungRing } from '../model/types';
import type { MissedAlarm } from './missed-alarms';
import {
  isOnlyHere,
  isShort,
  listed,
  type AlarmOccurrence,
  type Occurrence,
} from '../rings/occurrence';
import {
  isSnoozedHere,
  isSnoozedOnlyHere,
  occurrencesIn,
  verdictOf,
  type Lists,
} from './list-verdict';

/** An occurrence that rings: when a tab last recorded that somebody could hear it, and since when it rings. */
export type Ring = Occurrence & { readonly seenAt: number; readonly rungAt?: number };

export interface Handled {
  readonly key: string;
  /** When it was decided, in milliseconds since the epoch. */
  readonly at: number;
}

export interface RingBook {
  /** Occurrences in the future, or overdue ones that wait for confirmation. */
  readonly armed: readonly Occurrence[];
  /** The rings, the newest first. */
  readonly ringing: readonly Ring[];
  /** Occurrences that were answered, missed or cancelled: they will not ring again. */
  readonly handled: readonly Handled[];
}

/** The server's list of rings. */
export interface FetchedRings {
  readonly rings: readonly RungRing[];
  /** The earliest instant of the list, in milliseconds since the epoch. */
  readonly since: number;
  /** When the fetch began. */
  readonly asOf: number;
}

export type RingEvent =
  /** Time has passed. `isConfirmed`: overdue occurrences ring or are missed, because the server cannot be asked. */
  | { readonly type: 'due'; readonly isConfirmed?: true }
  /** Lists were fetched: overdue occurrences that they confirm ring, changed ones are cancelled. */
  | { readonly type: 'lists'; readonly lists: Lists }
  /** The server has listed the rings, which is authoritative. */
  | { readonly type: 'rings'; readonly fetched: FetchedRings }
  /** The server announces a ring; an old announcement is armed, to be confirmed by a list. */
  | { readonly type: 'announced'; readonly occurrence: Occurrence }
  /** Another tab rings since `ring.seenAt`. */
  | { readonly type: 'rang'; readonly ring: Ring }
  /** Rings were answered; an alarm that was snoozed here comes again, even if the server does not know. */
  | {
      readonly type: 'answered';
      readonly rings: readonly { readonly key: string }[];
      readonly next?: AlarmOccurrence;
    }
  /** Another answer counts than a snooze that was given here. */
  | { readonly type: 'snooze-dropped'; readonly alarmId: number }
  /** Somebody could hear the rings now. */
  | { readonly type: 'seen' }
  /** The time is known, and rings of earlier pages are decided: those that nobody has heard for long were missed. */
  | { readonly type: 'opened'; readonly fetched: FetchedRings | undefined };

export type RingEffect =
  | { readonly type: 'missed'; readonly alarms: readonly MissedAlarm[] }
  /** These ring from now on. */
  | { readonly type: 'rang'; readonly rings: readonly Ring[] };

/** What the reducer needs to know besides the book and the event. */
export interface At {
  readonly now: number;
  /** An unanswered ring ends after this time. */
  readonly ringsForMs: number;
  /** Before that nothing rings by the schedule, because the device's clock may be wrong. */
  readonly timeIsKnown: boolean;
}

/** A book after a change, and the alarms that were missed. */
interface Change {
  readonly book: RingBook;
  readonly missed: readonly MissedAlarm[];
}

/** An alarm that is later than this does not ring; it counts as missed. */
export const ringsLateForMs = 10 * 60_000;
/** The ring of a step ends after this time. */
export const stepRingsForMs = 5_000;
/** A step that is later than this does not ring: the timer shows where it is. */
export const stepRingsLateForMs = 30_000;
/** An occurrence that is noticed within this time rings at once; later it has to be confirmed by a list first. */
const freshForMs = 5_000;
/** The server replays an hour; a day allows for tabs that slept. */
const handledForMs = 24 * 3_600_000;
const handledAtMost = 500;
/** The clocks of the page and of the server differ by less than this. */
const clocksDifferByMs = 1_000;
/** A longer list of rings may be truncated. */
const listedAtMost = 1_000;

export const emptyBook: RingBook = { armed: [], ringing: [], handled: [] };

/** The book after an event, and what is to be done. The same object if nothing has changed. */
export function reduce(
  book: RingBook,
  event: RingEvent,
  at: At,
): { readonly book: RingBook; readonly effects: readonly RingEffect[] } {
  const first = afterEvent(book, event, at);
  const second = at.timeIsKnown ? afterTime(first.book, at) : { book: first.book, missed: [] };
  const missed = [...first.missed, ...second.missed];
  const before = keysOf(book.ringing);
  const rings = second.book.ringing.filter(({ key }) => !before.has(key));
  return {
    book: second.book,
    effects: [
      ...(missed.length > 0 ? [{ type: 'missed', alarms: missed } as const] : []),
      ...(rings.length > 0 ? [{ type: 'rang', rings } as const] : []),
    ],
  };
}

function afterEvent(book: RingBook, event: RingEvent, { now, timeIsKnown }: At): Change {
  switch (event.type) {
    case 'due':
      return event.isConfirmed === true ? ring(book, overdueIn(book, now), now) : unchanged(book);
    case 'lists':
      return timeIsKnown ? withLists(book, event.lists, now) : unchanged(book);
    case 'rings':
      return withRings(book, event.fetched, now);
    case 'announced':
      return withAnnounced(book, event.occurrence, now);
    case 'rang':
      return ring(book, [event.ring], event.ring.seenAt);
    case 'answered': {
      const answered = withHandled(book, event.rings, now);
      return unchanged(
        event.next === undefined
          ? answered
          : { ...answered, armed: [...answered.armed, event.next] },
      );
    }
    case 'snooze-dropped':
      return unchanged(withoutSnooze(book, event.alarmId));
    case 'seen': {
      if (book.ringing.length === 0) return unchanged(book);
      return unchanged({ ...book, ringing: book.ringing.map((one) => ({ ...one, seenAt: now })) });
    }
    case 'opened': {
      const { fetched } = event;
      const first = fetched === undefined ? unchanged(book) : withRings(book, fetched, now);
      const gone = unheardIn(first.book, now);
      return {
        book: withHandled(first.book, gone, now),
        missed: [...first.missed, ...missedOf(gone, true)],
      };
    }
  }
}

function unchanged(book: RingBook): Change {
  return { book, missed: [] };
}

/** Rings what has just become due, and ends rings that nobody has answered for long; an alarm then counts as missed. */
function afterTime(book: RingBook, { now, ringsForMs }: At): Change {
  const over = book.ringing.filter((one) => endsAt(one, ringsForMs) <= now);
  const rest = withHandled(book, over, now);
  const fresh = overdueIn(rest, now).filter(({ dueAt }) => dueAt > now - freshForMs);
  const rung = ring(rest, fresh, now);
  return { book: rung.book, missed: [...missedOf(over, true), ...rung.missed] };
}

/** Rings occurrences that are due, or counts them as missed. */
function ring(book: RingBook, occurrences: readonly Occurrence[], now: number): Change {
  return occurrences.reduce<Change>((change, occurrence) => {
    const next = ringOne(change.book, occurrence, now);
    return { book: next.book, missed: [...change.missed, ...next.missed] };
  }, unchanged(book));
}

function ringOne(book: RingBook, occurrence: Occurrence, now: number): Change {
  const armed = without(book.armed, [occurrence]);
  if (isDecided(book, occurrence)) {
    return unchanged(armed.length === book.armed.length ? book : { ...book, armed });
  }
  if (occurrence.dueAt < now - (isShort(occurrence) ? stepRingsLateForMs : ringsLateForMs)) {
    return { book: withHandled(book, [occurrence], now), missed: missedOf([occurrence], false) };
  }
  // An earlier ring of the same alarm or timer is replaced; one that arrives late does not replace a later one.
  const earlier = book.ringing.filter(
    ({ kind, id }) => kind === occurrence.kind && id === occurrence.id,
  );
  if (earlier.some(({ dueAt }) => dueAt > occurrence.dueAt)) {
    return unchanged(withHandled({ ...book, armed }, [occurrence], now));
  }
  const rest = withHandled({ ...book, armed }, earlier, now);
  const rung = { ...occurrence, seenAt: now, rungAt: now };
  return unchanged({ ...rest, ringing: [rung, ...rest.ringing].sort(newestFirst) });
}

function withAnnounced(book: RingBook, occurrence: Occurrence, now: number): Change {
  if (isDecided(book, occurrence)) return unchanged(book);
  if (occurrence.dueAt > now - freshForMs) return ring(book, [occurrence], now);
  return unchanged({ ...book, armed: [...without(book.armed, [occurrence]), occurrence] });
}

/** The book after these occurrences were answered, missed or cancelled. */
function withHandled(
  book: RingBook,
  occurrences: readonly { readonly key: string }[],
  now: number,
): RingBook {
  if (occurrences.length === 0) return book;
  const news = occurrences.map(({ key }) => ({ key, at: now }));
  return {
    armed: without(book.armed, occurrences),
    ringing: without(book.ringing, occurrences),
    handled: recent([...without(book.handled, occurrences), ...news], now),
  };
}

function withoutSnooze(book: RingBook, alarmId: number): RingBook {
  const others = book.armed.filter((one) => !(one.id === alarmId && isSnoozedHere(one)));
  return others.length === book.armed.length ? book : { ...book, armed: others };
}

/**
 * A book with what another tab has stored. Rings are those of both, each as the tab has it that last recorded it as seen;
 * what one of them has decided is decided. Armed occurrences come from each tab's own lists. The same object if the other
 * book has nothing new.
 */
export function merged(own: RingBook, other: RingBook, now: number): RingBook {
  const known = keysOf(own.handled);
  const handled = other.handled.filter(({ key }) => !known.has(key));
  const seen = new Map(own.ringing.map(({ key, seenAt }) => [key, seenAt]));
  const rings = other.ringing.filter(
    ({ key, seenAt }) => !known.has(key) && seenAt > (seen.get(key) ?? -Infinity),
  );
  if (handled.length === 0 && rings.length === 0) return own;
  const all = recent([...own.handled, ...handled], now);
  const ringing = [...without(own.ringing, rings), ...rings];
  return {
    armed: without(own.armed, all),
    ringing: without(ringing, all).sort(newestFirst),
    handled: all,
  };
}

/** When the next armed occurrence is due, or a ring ends by itself; null if nothing is to come. */
export function nextEventAt(book: RingBook, now: number, ringsForMs: number): number | null {
  const ends = book.ringing.map((one) => endsAt(one, ringsForMs));
  const instants = [...book.armed.map(({ dueAt }) => dueAt), ...ends];
  const next = Math.min(...instants.filter((instant) => instant > now));
  return next === Infinity ? null : next;
}

/** The earliest due instant that is undecided: overdue, or ringing. Null if there is none. */
export function oldestOpenAt(book: RingBook, now: number): number | null {
  const oldest = Math.min(...[...overdueIn(book, now), ...book.ringing].map(({ dueAt }) => dueAt));
  return oldest === Infinity ? null : oldest;
}

/** Whether an overdue occurrence waits for confirmation by a list. */
export function hasOverdue(book: RingBook, now: number): boolean {
  return overdueIn(book, now).length > 0;
}

/** Rings of earlier pages that no tab has recorded as heard for long. */
export function unheardIn(book: RingBook, now: number): readonly Ring[] {
  return book.ringing.filter(({ seenAt }) => seenAt < now - ringsLateForMs);
}

function overdueIn(book: RingBook, now: number): readonly Occurrence[] {
  return book.armed.filter(({ dueAt }) => dueAt <= now);
}

function endsAt(one: Ring, ringsForMs: number): number {
  return (one.rungAt ?? one.dueAt) + (isShort(one) ? stepRingsForMs : ringsForMs);
}

/** Whether an occurrence rings already or is decided. */
function isDecided(book: RingBook, { key }: Occurrence): boolean {
  return [...book.ringing, ...book.handled].some((one) => one.key === key);
}

/** A timer that ran out long ago shows that by itself; an alarm has to be listed as missed. */
function missedOf(occurrences: readonly Occurrence[], rang: boolean): MissedAlarm[] {
  return occurrences
    .filter((occurrence) => occurrence.kind === 'alarm')
    .map(({ key, dueAt, label }) => ({ key, dueAt, label, rang }));
}

// The server's list of rings.

/** Listed rings ring here, too, answered ones end, and rings that are not in the list were cancelled. */
function withRings(book: RingBook, { rings, since, asOf }: FetchedRings, now: number): Change {
  const answered = rings.filter((one) => one.answered !== null).map(listed);
  const ringing = rings.filter((one) => one.answered === null).map(listed);
  const known = keysOf([...answered, ...ringing]);
  const isCovered = ({ dueAt }: Occurrence) =>
    dueAt >= since && dueAt < asOf - clocksDifferByMs && rings.length < listedAtMost;
  const cancelled = [...book.armed, ...book.ringing].filter(
    (occurrence) =>
      isCovered(occurrence) &&
      !known.has(occurrence.key) &&
      !isSnoozedHere(occurrence) &&
      !isOnlyHere(occurrence),
  );
  return ring(withHandled(book, [...answered, ...cancelled], now), ringing, now);
}

// The lists of alarms and timers.

/** If a row has moved to its next occurrence, the list does not tell whether it rang; the server's list of rings does. */
function withLists(book: RingBook, lists: Lists, now: number): Change {
  const cancelled = [...overdueIn(book, now), ...book.ringing].filter(
    (occurrence) => verdictOf(occurrence, lists) === 'cancelled',
  );
  const rest = withHandled(book, cancelled, now);
  const confirmed = overdueIn(rest, now).filter(
    (occurrence) => verdictOf(occurrence, lists) === 'confirmed',
  );
  const rung = ring(rest, confirmed, now);
  return { ...rung, book: { ...rung.book, armed: armedBy(rung.book, lists, now) } };
}

/** Those of the rows, snoozes that the server does not know, and those of lists that are unknown. */
function armedBy(book: RingBook, lists: Lists, now: number): Occurrence[] {
  const ofRows = occurrencesIn(lists);
  const isUnknown = (occurrence: Occurrence) =>
    (occurrence.kind === 'alarm' ? lists.alarms : lists.timers) === undefined ||
    (occurrence.dueAt <= now && verdictOf(occurrence, lists) === 'unknown');
  const others = without(book.armed, ofRows).filter(
    (occurrence) => isUnknown(occurrence) || isSnoozedOnlyHere(occurrence, lists),
  );
  return [...ofRows, ...others].filter((occurrence) => !isDecided(book, occurrence));
}

interface Keyed {
  readonly key: string;
}

function keysOf(all: readonly Keyed[]): ReadonlySet<string> {
  return new Set(all.map(({ key }) => key));
}

/** All but those with the keys of others. */
function without<One extends Keyed>(all: readonly One[], others: readonly Keyed[]): One[] {
  const keys = keysOf(others);
  return all.filter(({ key }) => !keys.has(key));
}

function newestFirst(one: Occurrence, other: Occurrence): number {
  return other.dueAt - one.dueAt;
}

function recent(handled: readonly Handled[], now: number): readonly Handled[] {
  return handled
    .filter(({ at }) => at > now - handledForMs)
    .sort((one, other) => other.at - one.at)
    .slice(0, handledAtMost);
}
