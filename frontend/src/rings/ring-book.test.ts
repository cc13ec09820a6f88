// The ring book: what rings, what was missed, what is done.
import { describe, expect, test } from 'vitest';
import { anAlarm, aTimer } from '../testing/rows';
import { type Occurrence, nextOfAlarm, nextOfTimer, snoozed } from './occurrence';
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

describe('the page’s own schedule', () => {
  test.each([
    ['not before it is due', -1, false],
    ['when it is due', 0, true],
    ['noticed seconds later', 4 * second, true],
    ['not without confirmation if noticed late', 5 * second, false],
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

  test('a missed alarm is reported once, and a timer that ended long ago never', () => {
    const update = withOverdue(armed(alarm(), timer()), due + 60 * minute);
    expect(update.missed).toEqual([{ key: alarm().key, dueAt: due, label: null, rang: false }]);
    expect(withAnnounced(update.book, alarm(), due + 61 * minute)).toEqual({
      book: update.book,
      missed: [],
    });
  });

  test('rings are sorted from the newest', () => {
    const book = armed(alarm(1, due - 2 * second), timer(2, due), alarm(3, due - second));
    expect(ringing(withDue(book, due))).toEqual([
      timer(2, due).key,
      alarm(3, due - second).key,
      alarm(1, due - 2 * second).key,
    ]);
  });

  test('a new ring of the same timer replaces the earlier one', () => {
    const first = withDue(armed(timer(1, due), timer(1, due + 3 * second)), due).book;
    const again = withDue(first, due + 3 * second);
    expect(ringing(again)).toEqual([timer(1, due + 3 * second).key]);
  });
});

describe('an event of the server', () => {
  test.each([
    ['rings at once', 0, true],
    ['from a server whose clock is ahead rings at once', -300, true],
    ['that arrives late waits for the list', 5 * second, false],
  ])('%s', (_, late, rings) => {
    const update = withAnnounced(emptyBook, alarm(), due + late);
    expect(ringing(update)).toEqual(rings ? [alarm().key] : []);
    expect(hasOverdue(update.book, due + late)).toBe(!rings);
  });

  test.each([
    ['a ring that rings already', withDue(armed(alarm()), due).book],
    ['a ring that was stopped', withHandled(armed(alarm()), [alarm()], due)],
  ])('about %s changes nothing', (_, book) => {
    expect(withAnnounced(book, alarm(), due + 200).book).toBe(book);
  });

  test('prevents the same ring by the schedule', () => {
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

  test('counts even before the ring is due here, because another tab was faster', () => {
    const stopped = withHandled(armed(alarm()), [alarm()], due - 5);
    expect(withDue(stopped, due).book).toBe(stopped);
  });

  test('to snooze makes the alarm ring again after its interval', () => {
    const { book } = withDue(armed(alarm()), due);
    const now = due + 20 * second;
    const asleep = withSnoozed(book, [alarm()], snoozed(alarm(), now), now);
    expect(asleep.ringing).toEqual([]);
    expect(nextDueAt(asleep, now)).toBe(now + 5 * minute);
    expect(ringing(withDue(asleep, now + 5 * minute))).toHaveLength(1);
  });

  test('to snooze is removed if another answer counts', () => {
    const now = due + second;
    const asleep = withSnoozed(emptyBook, [alarm()], snoozed(alarm(), now), now);
    expect(withoutSnooze(asleep, 1).armed).toEqual([]);
    expect(withoutSnooze(asleep, 2)).toBe(asleep);
    const other = armed(alarm());
    expect(withoutSnooze(other, 1)).toBe(other);
  });

  test('is removed after a day', () => {
    const stopped = withHandled(emptyBook, [alarm()], due);
    const later = withHandled(stopped, [timer()], due + 25 * 60 * minute);
    expect(keys(later.handled)).toEqual([timer().key]);
  });

  test('is kept for the latest 500 rings only', () => {
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

  test('lasts ten minutes', () => {
    expect(withExpired(book, due + 10 * minute - 1).book).toBe(book);
    expect(nextDueAt(book, due)).toBe(due + 10 * minute);
  });

  test('then ends, and the alarm counts as missed', () => {
    const update = withExpired(book, due + 10 * minute);
    expect(update.book.ringing).toEqual([]);
    expect(update.book.handled).toHaveLength(2);
    expect(update.missed).toEqual([{ key: alarm().key, dueAt: due, label: null, rang: true }]);
  });

  test('ends after the time that is set on this device', () => {
    const minutes = 30 * minute;
    expect(withExpired(book, due + minutes - 1, minutes).book).toBe(book);
    expect(withExpired(book, due + minutes, minutes).book.ringing).toEqual([]);
    expect(nextDueAt(book, due, minute)).toBe(due + minute);
  });

  test('lasts ten minutes from its beginning, even if that was late', () => {
    const late = withOverdue(armed(alarm()), due + 8 * minute).book;
    expect(withExpired(late, due + 17 * minute).book).toBe(late);
    expect(withExpired(late, due + 18 * minute).book.ringing).toEqual([]);
  });
});

test.each<[string, RingBook, number | null]>([
  ['nothing', armed(alarm(1, due + 1)), null],
  ['an overdue one', armed(alarm(1, due - second), timer(2, due)), due - second],
  ['a ring', withDue(armed(alarm(), timer(2, due + minute)), due).book, due],
])('the oldest undecided occurrence: %s', (_, book, expected) => {
  expect(oldestOpenAt(book, due)).toBe(expected);
});

describe('opening a page', () => {
  const { book } = withDue(armed(alarm()), due);

  test.each([
    ['continues a ring after a reload', book, 3 * minute, 1, 0],
    [
      'continues an old ring that was heard until recently',
      withSeen(book, due + 55 * minute),
      60 * minute,
      1,
      0,
    ],
    ['lists a ring that nobody heard as missed', book, 11 * minute, 0, 1],
  ])('%s', (_, found, later, rings, missed) => {
    const update = opened(found, due + later);
    expect(update.book.ringing).toHaveLength(rings);
    expect(update.missed).toHaveLength(missed);
  });
});

describe('merging the books of two tabs', () => {
  const rings = withDue(armed(alarm()), due).book;
  const stopped = withHandled(rings, [alarm()], due + second);

  test.each([
    ['a ring of the other tab rings here', emptyBook, rings, [alarm().key]],
    ['a ring that was stopped there ends here', rings, stopped, []],
    ['a ring that was stopped here does not return from there', stopped, rings, []],
  ])('%s', (_, own, other, expected) => {
    expect(keys(merged(own, other, due + second).ringing)).toEqual(expected);
  });

  test('armed occurrences of the other tab are ignored, because their rows may be deleted here', () => {
    expect(merged(emptyBook, armed(alarm()), due).armed).toEqual([]);
  });
});

test.each([
  ['nothing armed', emptyBook, null],
  [
    'the earliest in the future',
    armed(alarm(1, due + minute), timer(1, due + second)),
    due + second,
  ],
  ['not an overdue one', armed(alarm(1, due - minute)), null],
])('next due: %s', (_, book, expected) => {
  expect(nextDueAt(book, due)).toBe(expected);
});

test('an older ring of a timer that arrives late does not replace the newer one', () => {
  const now = due + 2 * second;
  const newer = withAnnounced(emptyBook, timer(1, due), now).book;
  const { book } = withAnnounced(newer, timer(1, due - second), now);
  expect(keys(book.ringing)).toEqual(keys(newer.ringing));
  expect(keys(book.handled)).toEqual([timer(1, due - second).key]);
});
