// The book of rings: what rings, what is missed, what is done with.
import { describe, expect, test } from 'vitest';
import { anAlarm, aTimer } from '../testing/rows';
import type { Occurrence } from './occurrence';
import { nextOfAlarm, nextOfTimer, snoozed } from './occurrence';
import type { RingBook, BookUpdate } from './ring-book';
import {
  emptyBook,
  hasOverdue,
  merged,
  nextDueAt,
  oldestOpenAt,
  opened,
  ringsLateForMs,
  withAnnounced,
  withDue,
  withExpired,
  withHandled,
  withOverdue,
  withoutSnooze,
  withSeen,
  withSnoozed,
} from './ring-book';

const due = Date.parse('2026-11-20T22:00:00Z');
const second = 1_000;
const minute = 60 * second;

function existing<One>(one: One | null): One {
  if (one === null) throw new Error('not armed');
  return one;
}

const at = (instant: number) => new Date(instant).toISOString();
const alarm = (id = 1, dueAt = due) =>
  existing(nextOfAlarm(anAlarm({ id, nextTrigger: at(dueAt) })));
const timer = (id = 1, dueAt = due) =>
  existing(nextOfTimer(aTimer({ id, endsAt: at(dueAt) }))[0] ?? null);
const armed = (...occurrences: Occurrence[]): RingBook => ({ ...emptyBook, armed: occurrences });
const keys = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key);
const ringing = ({ book }: BookUpdate) => keys(book.ringing);

describe('the own schedule', () => {
  test.each([
    ['not before it is due', -1, false],
    ['when it is due', 0, true],
    ['noticed seconds later', 4 * second, true],
    ['not unasked when noticed late', 5 * second, false],
  ])('rings %s', (_, late, rings) => {
    expect(ringing(withDue(armed(alarm()), due + late))).toEqual(rings ? [alarm().key] : []);
  });

  test.each([
    ['a little late', 5 * second, [alarm().key], []],
    ['ten minutes late', ringsLateForMs, [alarm().key], []],
    ['later than that', ringsLateForMs + 1, [], [alarm().key]],
  ])('with the server away, %s', (_, late, rings, missed) => {
    const update = withOverdue(armed(alarm()), due + late);
    expect(ringing(update)).toEqual(rings);
    expect(keys(update.missed)).toEqual(missed);
    expect(update.book.armed).toEqual([]);
  });

  test('a missed alarm is missed once, and a timer long over not at all', () => {
    const update = withOverdue(armed(alarm(), timer()), due + 60 * minute);
    expect(update.missed).toEqual([{ key: alarm().key, dueAt: due, time: '07:00', label: null }]);
    expect(withAnnounced(update.book, alarm(), due + 61 * minute)).toEqual({
      book: update.book,
      missed: [],
    });
  });

  test('the newest rings, the others stay listed', () => {
    const book = armed(alarm(1, due - 2 * second), timer(2, due), alarm(3, due - second));
    expect(ringing(withDue(book, due))).toEqual([
      timer(2, due).key,
      alarm(3, due - second).key,
      alarm(1, due - 2 * second).key,
    ]);
  });

  test('a new ring of the same timer takes the place of its old one', () => {
    const first = withDue(armed(timer(1, due), timer(1, due + 3 * second)), due).book;
    const again = withDue(first, due + 3 * second);
    expect(ringing(again)).toEqual([timer(1, due + 3 * second).key]);
  });
});

describe('an announcement', () => {
  test.each([
    ['rings at once', 0, true],
    ['by a server whose clock is ahead rings at once', -300, true],
    ['that comes late waits for the list', 5 * second, false],
  ])('%s', (_, late, rings) => {
    const update = withAnnounced(emptyBook, alarm(), due + late);
    expect(ringing(update)).toEqual(rings ? [alarm().key] : []);
    expect(hasOverdue(update.book, due + late)).toBe(!rings);
  });

  test.each([
    ['what rings already', withDue(armed(alarm()), due).book],
    ['what was stopped', withHandled(armed(alarm()), [alarm()], due)],
  ])('of %s changes nothing', (_, book) => {
    expect(withAnnounced(book, alarm(), due + 200).book).toBe(book);
  });

  test('spares the own schedule the same ring', () => {
    const { book } = withAnnounced(armed(alarm()), alarm(), due);
    expect(withDue(book, due + 100).book).toBe(book);
  });
});

describe('an answer', () => {
  test('ends a ring for good', () => {
    const { book } = withDue(armed(alarm(), timer()), due);
    const stopped = withHandled(book, [alarm()], due + second);
    expect(keys(stopped.ringing)).toEqual([timer().key]);
    expect(ringing(withOverdue({ ...stopped, armed: [alarm()] }, due + second))).toEqual([
      timer().key,
    ]);
  });

  test('before it is due here holds too: another tab was quicker', () => {
    const stopped = withHandled(armed(alarm()), [alarm()], due - 5);
    expect(withDue(stopped, due).book).toBe(stopped);
  });

  test('snooze rings again after its interval', () => {
    const { book } = withDue(armed(alarm()), due);
    const now = due + 20 * second;
    const asleep = withSnoozed(book, [alarm()], snoozed(alarm(), now), now);
    expect(asleep.ringing).toEqual([]);
    expect(nextDueAt(asleep, now)).toBe(now + 5 * minute);
    expect(ringing(withDue(asleep, now + 5 * minute))).toHaveLength(1);
  });

  test('snooze is let go of where another answer stands', () => {
    const now = due + second;
    const asleep = withSnoozed(emptyBook, [alarm()], snoozed(alarm(), now), now);
    expect(withoutSnooze(asleep, 1).armed).toEqual([]);
    expect(withoutSnooze(asleep, 2)).toBe(asleep);
    const other = armed(alarm());
    expect(withoutSnooze(other, 1)).toBe(other);
  });

  test('is forgotten after a day', () => {
    const stopped = withHandled(emptyBook, [alarm()], due);
    const later = withHandled(stopped, [timer()], due + 25 * 60 * minute);
    expect(keys(later.handled)).toEqual([timer().key]);
  });

  test('of very many keeps the latest', () => {
    const book = Array.from({ length: 600 }, (_, id) => alarm(id)).reduce(
      (before, one, index) => withHandled(before, [one], due + index),
      emptyBook,
    );
    expect(book.handled).toHaveLength(500);
    expect(keys(book.handled)).toContain(alarm(599).key);
  });
});

describe('a ring that nobody answers', () => {
  const { book } = withDue(armed(alarm(), timer()), due);

  test('goes on for ten minutes', () => {
    expect(withExpired(book, due + 10 * minute - 1).book).toBe(book);
    expect(nextDueAt(book, due)).toBe(due + 10 * minute);
  });

  test('then ends, and the alarm is a missed one', () => {
    const update = withExpired(book, due + 10 * minute);
    expect(update.book.ringing).toEqual([]);
    expect(update.book.handled).toHaveLength(2);
    expect(keys(update.missed)).toEqual([alarm().key]);
  });

  test('ends as soon as this device is set to', () => {
    const minutes = 30 * minute;
    expect(withExpired(book, due + minutes - 1, minutes).book).toBe(book);
    expect(withExpired(book, due + minutes, minutes).book.ringing).toEqual([]);
    expect(nextDueAt(book, due, minute)).toBe(due + minute);
  });

  test('goes on for ten minutes from when it began, though that was late', () => {
    const late = withOverdue(armed(alarm()), due + 8 * minute).book;
    expect(withExpired(late, due + 17 * minute).book).toBe(late);
    expect(withExpired(late, due + 18 * minute).book.ringing).toEqual([]);
  });
});

test.each<[string, RingBook, number | null]>([
  ['nothing', armed(alarm(1, due + 1)), null],
  ['what is overdue', armed(alarm(1, due - second), timer(2, due)), due - second],
  ['what rings', withDue(armed(alarm(), timer(2, due + minute)), due).book, due],
])('open since: %s', (_, book, expected) => {
  expect(oldestOpenAt(book, due)).toBe(expected);
});

describe('opening a page', () => {
  const { book } = withDue(armed(alarm()), due);

  test.each([
    ['rings on after a reload', book, 3 * minute, 1, 0],
    [
      'rings on after long, if it was heard till just now',
      withSeen(book, due + 55 * minute),
      60 * minute,
      1,
      0,
    ],
    ['notes what rang unheard since', book, 11 * minute, 0, 1],
  ])('%s', (_, found, later, rings, missed) => {
    const update = opened(found, due + later);
    expect(update.book.ringing).toHaveLength(rings);
    expect(update.missed).toHaveLength(missed);
  });
});

describe('the books of two tabs', () => {
  const rings = withDue(armed(alarm()), due).book;
  const stopped = withHandled(rings, [alarm()], due + second);

  test.each([
    ['a ring of the other rings here', emptyBook, rings, [alarm().key]],
    ['stopped there is stopped here', rings, stopped, []],
    ['stopped here does not come back from there', stopped, rings, []],
  ])('%s', (_, own, other, expected) => {
    expect(keys(merged(own, other, due + second).ringing)).toEqual(expected);
  });

  test('what is armed there may be deleted here', () => {
    expect(merged(emptyBook, armed(alarm()), due).armed).toEqual([]);
  });
});

test.each([
  ['nothing armed', emptyBook, null],
  ['the soonest to come', armed(alarm(1, due + minute), timer(1, due + second)), due + second],
  ['not what is overdue', armed(alarm(1, due - minute)), null],
])('next due: %s', (_, book, expected) => {
  expect(nextDueAt(book, due)).toBe(expected);
});
