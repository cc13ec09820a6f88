// What the server's list of rings says to the book of rings: it is the truth about what rings.
import type { RungRing } from '../api/types';
import { isOnlyHere, listed, type Occurrence } from './occurrence';
import type { RingBook, Turn } from './ring-book';
import { allDue, withHandled } from './ring-book';

/** Rings as the server listed them. */
export interface FetchedRings {
  readonly rings: readonly RungRing[];
  /** From when on it listed them, in milliseconds since the epoch. */
  readonly since: number;
  /** When the fetch began. */
  readonly asOf: number;
}

/** The clocks of the page and of the server differ by less. */
const clocksDifferByMs = 1_000;
/** A longer list may have been cut off. */
const listedAtMost = 1_000;

/**
 * The book after the server listed what rings: that rings here too, what was answered does not, and what it does not
 * list was called off.
 */
export function withRings(book: RingBook, fetched: FetchedRings, now: number): Turn {
  const { rings, since, asOf } = fetched;
  const answered = rings.filter((ring) => ring.answered !== null).map(listed);
  const ringing = rings.filter((ring) => ring.answered === null).map(listed);
  const known = new Set([...answered, ...ringing].map(({ key }) => key));
  const isCovered = ({ dueAt }: { readonly dueAt: number }) =>
    dueAt >= since && dueAt < asOf - clocksDifferByMs && rings.length < listedAtMost;
  const calledOff = [...book.armed, ...book.ringing].filter(
    (occurrence) =>
      isCovered(occurrence) &&
      !known.has(occurrence.key) &&
      !isSnoozedHere(occurrence) &&
      !isOnlyHere(occurrence),
  );
  return allDue(withHandled(book, [...answered, ...calledOff], now), ringing, now);
}

/** The server need not have heard of it yet. */
function isSnoozedHere(occurrence: Occurrence): boolean {
  return occurrence.kind === 'alarm' && occurrence.snoozedHere === true;
}
