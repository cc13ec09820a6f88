// Events of the ring book for tests, one function for each, at a time that is known.
import {
  reduce,
  type FetchedRings,
  type Ring,
  type RingBook,
  type RingEvent,
} from '../ringing/book';
import type { Lists } from '../ringing/list-verdict';
import type { MissedAlarm } from '../ringing/missed-alarms';
import type { AlarmOccurrence, Occurrence } from '../rings/occurrence';

const defaultRingsForMs = 10 * 60_000;

export interface Outcome {
  readonly book: RingBook;
  readonly missed: readonly MissedAlarm[];
}

export function afterEvent(
  book: RingBook,
  event: RingEvent,
  now: number,
  ringsForMs = defaultRingsForMs,
): Outcome {
  const { book: next, effects } = reduce(book, event, { now, ringsForMs, timeIsKnown: true });
  return {
    book: next,
    missed: effects.flatMap((effect) => (effect.type === 'missed' ? effect.alarms : [])),
  };
}

export function withDue(book: RingBook, now: number, ringsForMs?: number): Outcome {
  return afterEvent(book, { type: 'due' }, now, ringsForMs);
}

export function withOverdue(book: RingBook, now: number): Outcome {
  return afterEvent(book, { type: 'due', isConfirmed: true }, now);
}

export function withAnnounced(book: RingBook, occurrence: Occurrence, now: number): Outcome {
  return afterEvent(book, { type: 'announced', occurrence }, now);
}

export function withRung(book: RingBook, ring: Ring): Outcome {
  return afterEvent(book, { type: 'rang', ring }, ring.seenAt);
}

export function withHandled(
  book: RingBook,
  rings: readonly { readonly key: string }[],
  now: number,
): RingBook {
  return afterEvent(book, { type: 'answered', rings }, now).book;
}

export function withSnoozed(
  book: RingBook,
  rings: readonly { readonly key: string }[],
  next: AlarmOccurrence,
  now: number,
): RingBook {
  return afterEvent(book, { type: 'answered', rings, next }, now).book;
}

export function withLists(book: RingBook, lists: Lists, now: number): Outcome {
  return afterEvent(book, { type: 'lists', lists }, now);
}

export function withRings(book: RingBook, fetched: FetchedRings, now: number): Outcome {
  return afterEvent(book, { type: 'rings', fetched }, now);
}
