// The ring book: what is armed, what rings, what is done. Pure; `now` is an argument.
import type { MissedAlarm } from './missed-alarms';
import { isShort, type AlarmOccurrence, type Occurrence } from './occurrence';

/** An occurrence that rings, since when, and when a page last rang it. */
export type Ring = Occurrence & { readonly seenAt: number; readonly rungAt?: number };

export interface Handled {
  readonly key: string;
  /** When it was done, in milliseconds since the epoch. */
  readonly at: number;
}

export interface RingBook {
  /** Occurrences in the future, or overdue ones that no page has looked at. */
  readonly armed: readonly Occurrence[];
  /** The rings, the newest first. */
  readonly ringing: readonly Ring[];
  /** Occurrences that rang, were missed or cancelled: they will not ring again. */
  readonly handled: readonly Handled[];
}

/** A book after a change, and the alarms that were missed. */
export interface BookUpdate {
  readonly book: RingBook;
  readonly missed: readonly MissedAlarm[];
}

/** An alarm that is later than this does not ring; it counts as missed. */
export const ringsLateForMs = 10 * 60_000;
/** A ring that nobody answers ends after this time by default. */
const usuallyRingsForMs = 10 * 60_000;
/** The ring of a step ends after this time. */
export const stepRingsForMs = 5_000;
/** A step that is later than this does not ring: the timer shows where it is. */
export const stepRingsLateForMs = 30_000;
/** An occurrence that is noticed within this time rings at once; later it has to be confirmed by the list first. */
const freshForMs = 5_000;
/** The server replays an hour; a day allows for tabs that slept. */
const handledForMs = 24 * 3_600_000;
const handledAtMost = 500;

export const emptyBook: RingBook = { armed: [], ringing: [], handled: [] };

/** Rings what has just become due. */
export function withDue(book: RingBook, now: number): BookUpdate {
  return allDue(
    book,
    book.armed.filter(({ dueAt }) => dueAt <= now && dueAt > now - freshForMs),
    now,
  );
}

/** Rings everything overdue or counts it as missed, without asking the server. */
export function withOverdue(book: RingBook, now: number): BookUpdate {
  return allDue(
    book,
    book.armed.filter(({ dueAt }) => dueAt <= now),
    now,
  );
}

/** Rings what the server announces; an old announcement is armed, to be confirmed by the list. */
export function withAnnounced(book: RingBook, occurrence: Occurrence, now: number): BookUpdate {
  if (isSettled(book, occurrence)) return { book, missed: [] };
  if (occurrence.dueAt > now - freshForMs) return allDue(book, [occurrence], now);
  const armed = [...book.armed.filter(({ key }) => key !== occurrence.key), occurrence];
  return { book: { ...book, armed }, missed: [] };
}

/** Rings occurrences that are due, or counts them as missed. */
export function allDue(
  book: RingBook,
  occurrences: readonly Occurrence[],
  now: number,
): BookUpdate {
  return occurrences.reduce<BookUpdate>(
    (update, occurrence) => {
      const next = due(update.book, occurrence, now);
      return { book: next.book, missed: [...update.missed, ...next.missed] };
    },
    { book, missed: [] },
  );
}

/** The book after these rings were answered or cancelled. */
export function withHandled(
  book: RingBook,
  occurrences: readonly { readonly key: string }[],
  now: number,
): RingBook {
  if (occurrences.length === 0) return book;
  const keys = new Set(occurrences.map(({ key }) => key));
  const others = ({ key }: { readonly key: string }) => !keys.has(key);
  const news = occurrences.map(({ key }) => ({ key, at: now }));
  return {
    armed: book.armed.filter(others),
    ringing: book.ringing.filter(others),
    handled: kept([...book.handled.filter(others), ...news], now),
  };
}

/** The book after a snooze: the ring is done, and comes again even if the server does not know of the snooze. */
export function withSnoozed(
  book: RingBook,
  rings: readonly { readonly key: string }[],
  next: AlarmOccurrence,
  now: number,
): RingBook {
  const answered = withHandled(book, rings, now);
  return { ...answered, armed: [...answered.armed, next] };
}

/** The book without a snooze that only this browser knows: another answer counts. */
export function withoutSnooze(book: RingBook, alarmId: number): RingBook {
  const others = book.armed.filter(
    (one) => !(one.kind === 'alarm' && one.id === alarmId && one.snoozedHere === true),
  );
  return others.length === book.armed.length ? book : { ...book, armed: others };
}

/** The book with a note that its rings still ring. */
export function withSeen(book: RingBook, now: number): RingBook {
  return { ...book, ringing: book.ringing.map((ring) => ({ ...ring, seenAt: now })) };
}

/** The book when a page opens: a ring that no page has rung for long counts as missed. */
export function opened(book: RingBook, now: number): BookUpdate {
  const gone = book.ringing.filter(({ seenAt }) => seenAt < now - ringsLateForMs);
  return { book: withHandled(book, gone, now), missed: missedOf(gone, true) };
}

/** Ends the rings that nobody has answered for long; an alarm then counts as missed. */
export function withExpired(
  book: RingBook,
  now: number,
  ringsForMs: number = usuallyRingsForMs,
): BookUpdate {
  const over = book.ringing.filter((ring) => endsAt(ring, ringsForMs) <= now);
  return { book: withHandled(book, over, now), missed: missedOf(over, true) };
}

function endsAt(ring: Ring, ringsForMs: number): number {
  return (ring.rungAt ?? ring.dueAt) + (isShort(ring) ? stepRingsForMs : ringsForMs);
}

/**
 * The own book with the rings and the done occurrences of other tabs; armed occurrences come from each tab's own lists.
 */
export function merged(own: RingBook, other: RingBook, now: number): RingBook {
  const handled = kept(unique([...own.handled, ...other.handled]), now);
  const settled = new Set(handled.map(({ key }) => key));
  const open = ({ key }: { readonly key: string }) => !settled.has(key);
  return {
    armed: own.armed.filter(open),
    ringing: lastSeen([...own.ringing, ...other.ringing])
      .filter(open)
      .sort(newestFirst),
    handled,
  };
}

/** When the next armed occurrence is due, or a ring ends by itself; null if nothing is to come. */
export function nextDueAt(
  book: RingBook,
  now: number,
  ringsForMs: number = usuallyRingsForMs,
): number | null {
  const ends = book.ringing.map((ring) => endsAt(ring, ringsForMs));
  const instants = [...book.armed.map(({ dueAt }) => dueAt), ...ends];
  const next = Math.min(...instants.filter((instant) => instant > now));
  return next === Infinity ? null : next;
}

/** The earliest due instant that is undecided: overdue, or ringing. Null if there is none. */
export function oldestOpenAt(book: RingBook, now: number): number | null {
  const overdue = book.armed.filter(({ dueAt }) => dueAt <= now);
  const oldest = Math.min(...[...overdue, ...book.ringing].map(({ dueAt }) => dueAt));
  return oldest === Infinity ? null : oldest;
}

/** Whether an overdue occurrence waits for confirmation by the list. */
export function hasOverdue(book: RingBook, now: number): boolean {
  return book.armed.some(({ dueAt }) => dueAt <= now);
}

/** Whether an occurrence rings already or is done. */
export function isSettled(book: RingBook, { key }: Occurrence): boolean {
  return [...book.ringing, ...book.handled].some((one) => one.key === key);
}

function due(book: RingBook, occurrence: Occurrence, now: number): BookUpdate {
  const armed = book.armed.filter(({ key }) => key !== occurrence.key);
  if (isSettled(book, occurrence)) return { book: { ...book, armed }, missed: [] };
  if (occurrence.dueAt < now - (isShort(occurrence) ? stepRingsLateForMs : ringsLateForMs)) {
    return { book: withHandled(book, [occurrence], now), missed: missedOf([occurrence], false) };
  }
  // An earlier ring of the same alarm or timer is replaced; one that arrives late does not replace a later one.
  const earlier = book.ringing.filter(
    ({ kind, id }) => kind === occurrence.kind && id === occurrence.id,
  );
  if (earlier.some(({ dueAt }) => dueAt > occurrence.dueAt)) {
    return { book: withHandled({ ...book, armed }, [occurrence], now), missed: [] };
  }
  const rest = withHandled({ ...book, armed }, earlier, now);
  const ring = { ...occurrence, seenAt: now, rungAt: now };
  const ringing = [ring, ...rest.ringing].sort(newestFirst);
  return { book: { ...rest, ringing }, missed: [] };
}

/** A timer that ran out long ago shows that by itself; an alarm has to be listed as missed. */
function missedOf(occurrences: readonly Occurrence[], rang: boolean): MissedAlarm[] {
  return occurrences
    .filter((occurrence) => occurrence.kind === 'alarm')
    .map(({ key, dueAt, label }) => ({ key, dueAt, label, rang }));
}

function newestFirst(one: Occurrence, other: Occurrence): number {
  return other.dueAt - one.dueAt;
}

/** Each ring once, as the tab has it that last recorded it as seen. */
function lastSeen(rings: readonly Ring[]): Ring[] {
  return unique([...rings].sort((one, other) => one.seenAt - other.seenAt));
}

function unique<One extends { readonly key: string }>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

function kept(handled: readonly Handled[], now: number): readonly Handled[] {
  return handled
    .filter(({ at }) => at > now - handledForMs)
    .sort((one, other) => other.at - one.at)
    .slice(0, handledAtMost);
}
