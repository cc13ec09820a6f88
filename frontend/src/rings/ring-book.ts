// The book of rings: what is armed, what rings, what is done with. Pure; `now` is an argument.
import type { MissedAlarm } from './missed-alarms';
import { isShort, type AlarmOccurrence, type Occurrence } from './occurrence';

/** An occurrence that rings, when it began to, and when a page was last there to ring it. */
export type Ring = Occurrence & { readonly seenAt: number; readonly rungAt?: number };

export interface Handled {
  readonly key: string;
  /** When it was done with, in milliseconds since the epoch. */
  readonly at: number;
}

export interface RingBook {
  /** What is known to come, or came while no page looked. */
  readonly armed: readonly Occurrence[];
  /** What rings, the newest first. */
  readonly ringing: readonly Ring[];
  /** What rang, was missed or was called off: it will not ring again. */
  readonly handled: readonly Handled[];
}

/** A book after a change, and the alarms that turned out to have been missed. */
export interface Turn {
  readonly book: RingBook;
  readonly missed: readonly MissedAlarm[];
}

/** Later than this an alarm does not ring any more; it is noted as missed. */
export const ringsLateForMs = 10 * 60_000;
/** A ring that nobody answers ends by itself; that of a step, at which a timer goes on, soon. */
const ringsForMs = 10 * 60_000;
export const stepRingsForMs = 5_000;
/** Later than this the ring of a step would mislead: the timer itself shows where it is. */
export const stepRingsLateForMs = 30_000;
/** Noticed within this time an occurrence rings at once; later the list is asked first whether it still holds. */
export const freshForMs = 5_000;
/** The server repeats nothing older than an hour; a day leaves room for tabs that slept. */
const handledForMs = 24 * 3_600_000;
const handledAtMost = 500;

export const emptyBook: RingBook = { armed: [], ringing: [], handled: [] };

/** Rings what has just come due. */
export function withDue(book: RingBook, now: number): Turn {
  return allDue(
    book,
    book.armed.filter(({ dueAt }) => dueAt <= now && dueAt > now - freshForMs),
    now,
  );
}

/** Rings or misses everything overdue, by what is known: the server cannot be asked. */
export function withOverdue(book: RingBook, now: number): Turn {
  return allDue(
    book,
    book.armed.filter(({ dueAt }) => dueAt <= now),
    now,
  );
}

/** Rings what the server announces; an old announcement is armed, to be looked up in the list first. */
export function withAnnounced(book: RingBook, occurrence: Occurrence, now: number): Turn {
  if (isSettled(book, occurrence)) return { book, missed: [] };
  if (occurrence.dueAt > now - freshForMs) return allDue(book, [occurrence], now);
  const armed = [...book.armed.filter(({ key }) => key !== occurrence.key), occurrence];
  return { book: { ...book, armed }, missed: [] };
}

/** Lets occurrences ring that are due, or notes them as missed. */
export function allDue(book: RingBook, occurrences: readonly Occurrence[], now: number): Turn {
  return occurrences.reduce<Turn>(
    (turn, occurrence) => {
      const next = due(turn.book, occurrence, now);
      return { book: next.book, missed: [...turn.missed, ...next.missed] };
    },
    { book, missed: [] },
  );
}

/** The book after somebody stopped these rings, or they were called off. */
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

/** The book after a snooze: the ring is done with, and comes again even if the server hears nothing of it. */
export function withSnoozed(
  book: RingBook,
  rings: readonly { readonly key: string }[],
  next: AlarmOccurrence,
  now: number,
): RingBook {
  const answered = withHandled(book, rings, now);
  return { ...answered, armed: [...answered.armed, next] };
}

/** The book without the snoozed ring of an alarm that was armed here alone: another answer stands. */
export function withoutSnooze(book: RingBook, alarmId: number): RingBook {
  const others = book.armed.filter(
    (one) => !(one.kind === 'alarm' && one.id === alarmId && one.snoozedHere === true),
  );
  return others.length === book.armed.length ? book : { ...book, armed: others };
}

/** The book with a note that its rings are still being rung. */
export function withSeen(book: RingBook, now: number): RingBook {
  return { ...book, ringing: book.ringing.map((ring) => ({ ...ring, seenAt: now })) };
}

/** A book as found when a page opens: a ring that nobody has heard for long is a missed one. */
export function opened(book: RingBook, now: number): Turn {
  const gone = book.ringing.filter(({ seenAt }) => seenAt < now - ringsLateForMs);
  return { book: withHandled(book, gone, now), missed: missedOf(gone) };
}

/** Ends the rings that nobody has answered for long: an alarm is then a missed one. */
export function withExpired(book: RingBook, now: number): Turn {
  const over = book.ringing.filter((ring) => endsAt(ring) <= now);
  return { book: withHandled(book, over, now), missed: missedOf(over) };
}

function endsAt(ring: Ring): number {
  return (ring.rungAt ?? ring.dueAt) + (isShort(ring) ? stepRingsForMs : ringsForMs);
}

/** The own book with what other tabs rang and are done with; what is armed, each tab's lists tell better. */
export function merged(own: RingBook, other: RingBook, now: number): RingBook {
  const handled = kept(unique([...own.handled, ...other.handled]), now);
  const settled = new Set(handled.map(({ key }) => key));
  const open = ({ key }: { readonly key: string }) => !settled.has(key);
  return {
    armed: own.armed.filter(open),
    ringing: unique([...own.ringing, ...other.ringing])
      .filter(open)
      .sort(newestFirst),
    handled,
  };
}

/** When something armed comes due next, or a ring ends by itself; null when nothing is to come. */
export function nextDueAt(book: RingBook, now: number): number | null {
  const instants = [...book.armed.map(({ dueAt }) => dueAt), ...book.ringing.map(endsAt)];
  const next = Math.min(...instants.filter((instant) => instant > now));
  return next === Infinity ? null : next;
}

/** The instant of what was due first and still is to be judged: it is overdue, or rings. Null where nothing is. */
export function oldestOpenAt(book: RingBook, now: number): number | null {
  const overdue = book.armed.filter(({ dueAt }) => dueAt <= now);
  const oldest = Math.min(...[...overdue, ...book.ringing].map(({ dueAt }) => dueAt));
  return oldest === Infinity ? null : oldest;
}

/** True while something overdue waits for the list to confirm it. */
export function hasOverdue(book: RingBook, now: number): boolean {
  return book.armed.some(({ dueAt }) => dueAt <= now);
}

/** True for what rings already or is done with. */
export function isSettled(book: RingBook, { key }: Occurrence): boolean {
  return [...book.ringing, ...book.handled].some((one) => one.key === key);
}

function due(book: RingBook, occurrence: Occurrence, now: number): Turn {
  const armed = book.armed.filter(({ key }) => key !== occurrence.key);
  if (isSettled(book, occurrence)) return { book: { ...book, armed }, missed: [] };
  if (occurrence.dueAt < now - (isShort(occurrence) ? stepRingsLateForMs : ringsLateForMs)) {
    return { book: withHandled(book, [occurrence], now), missed: missedOf([occurrence]) };
  }
  // An earlier ring of the same alarm or timer is the same thing to whoever hears it.
  const earlier = book.ringing.filter(
    ({ kind, id }) => kind === occurrence.kind && id === occurrence.id,
  );
  const rest = withHandled({ ...book, armed }, earlier, now);
  const ring = { ...occurrence, seenAt: now, rungAt: now };
  const ringing = [ring, ...rest.ringing].sort(newestFirst);
  return { book: { ...rest, ringing }, missed: [] };
}

/** A timer that ran out long ago says so itself, by standing at nothing; an alarm has to be told of. */
function missedOf(occurrences: readonly Occurrence[]): MissedAlarm[] {
  return occurrences
    .filter((occurrence) => occurrence.kind === 'alarm')
    .map(({ key, dueAt, time, label }) => ({ key, dueAt, time, label }));
}

function newestFirst(one: Occurrence, other: Occurrence): number {
  return other.dueAt - one.dueAt;
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
