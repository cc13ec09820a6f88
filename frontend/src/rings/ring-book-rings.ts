// Applies the server's list of rings, which is authoritative, to the ring book.
import type { RungRing } from '../model/types';
import { isOnlyHere, listed, type Occurrence } from './occurrence';
import { type RingBook, type BookUpdate, allDue, withHandled } from './ring-book';

/** The server's list of rings. */
export interface FetchedRings {
  readonly rings: readonly RungRing[];
  /** The earliest instant of the list, in milliseconds since the epoch. */
  readonly since: number;
  /** When the fetch began. */
  readonly asOf: number;
}

/** The clocks of the page and of the server differ by less than this. */
const clocksDifferByMs = 1_000;
/** A longer list may be truncated. */
const listedAtMost = 1_000;

/**
 * The book after the server has listed the rings: they ring here too, answered ones end, and rings that are not in the
 * list were cancelled.
 */
export function withRings(book: RingBook, fetched: FetchedRings, now: number): BookUpdate {
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

/** The server need not know of it yet. */
function isSnoozedHere(occurrence: Occurrence): boolean {
  return occurrence.kind === 'alarm' && occurrence.snoozedHere === true;
}
