// The ring book: what rings, what was missed, what is done.
import { describe, expect, test } from 'vitest';
import { anAlarm, aTimer } from '../testing/rows';
import { type Occurrence, nextOfAlarm, nextOfTimer, snoozed } from '../rings/occurrence';
import {
  afterEvent,
  withAnnounced,
  withDue,
  withHandled,
  withOverdue,
  withSnoozed,
  type Outcome,
} from '../testing/ring-events';
import {
  emptyBook,
  hasOverdue,
  merged,
  nextEventAt,
  oldestOpenAt,
  reduce,
  ringsLateForMs,
  type RingBook,
} from './book';

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
const usually = 10 * minute;
const droppedFor = (book: RingBook, alarmId: number) =>
  afterEvent(book, { type: 'snooze-dropped', alarmId }, due - minute).book;
const armed = (...occurrences: Occurrence[]): RingBook => ({ ...emptyBook, armed: occurrences });
const keys = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key);
const ringing = ({ book }: Outcome) => keys(book.ringing);

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
    expect(nextEventAt(asleep, now, usually)).toBe(now + 5 * minute);
    expect(ringing(withDue(asleep, now + 5 * minute))).toHaveLength(1);
  });

  test('to snooze is removed if another answer counts', () => {
    const now = due + second;
    const asleep = withSnoozed(emptyBook, [alarm()], snoozed(alarm(), now), now);
    expect(droppedFor(asleep, 1).armed).toEqual([]);
    expect(droppedFor(asleep, 2)).toBe(asleep);
    const other = armed(alarm());
    expect(droppedFor(other, 1)).toBe(other);
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
    expect(withDue(book, due + 10 * minute - 1).book).toBe(book);
    expect(nextEventAt(book, due, usually)).toBe(due + 10 * minute);
  });

  test('then ends, and the alarm counts as missed', () => {
    const update = withDue(book, due + 10 * minute);
    expect(update.book.ringing).toEqual([]);
    expect(update.book.handled).toHaveLength(2);
    expect(update.missed).toEqual([{ key: alarm().key, dueAt: due, label: null, rang: true }]);
  });

  test('ends after the time that is set on this device', () => {
    const minutes = 30 * minute;
    expect(withDue(book, due + minutes - 1, minutes).book).toBe(book);
    expect(withDue(book, due + minutes, minutes).book.ringing).toEqual([]);
    expect(nextEventAt(book, due, minute)).toBe(due + minute);
  });

  test('lasts ten minutes from its beginning, even if that was late', () => {
    const late = withOverdue(armed(alarm()), due + 8 * minute).book;
    expect(withDue(late, due + 17 * minute).book).toBe(late);
    expect(withDue(late, due + 18 * minute).book.ringing).toEqual([]);
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
  const hours = 3 * 60 * minute;

  test.each([
    ['continues a ring after a reload', book, 3 * minute, 1, 0],
    [
      'continues an old ring that was heard until recently',
      afterEvent(book, { type: 'seen' }, due + 55 * minute, hours).book,
      60 * minute,
      1,
      0,
    ],
    ['lists a ring that nobody heard as missed', book, 11 * minute, 0, 1],
  ])('%s', (_, found, later, rings, missed) => {
    const opened = { type: 'opened', fetched: undefined } as const;
    const update = afterEvent(found, opened, due + later, hours);
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
  expect(nextEventAt(book, due, usually)).toBe(expected);
});

test('an older ring of a timer that arrives late does not replace the newer one', () => {
  const now = due + 2 * second;
  const newer = withAnnounced(emptyBook, timer(1, due), now).book;
  const { book } = withAnnounced(newer, timer(1, due - second), now);
  expect(keys(book.ringing)).toEqual(keys(newer.ringing));
  expect(keys(book.handled)).toEqual([timer(1, due - second).key]);
});

test('while the time is not known, nothing rings by the schedule and no ring ends', () => {
  const at = { now: due + 60 * minute, ringsForMs: usually, timeIsKnown: false };
  const before = { ...withDue(armed(alarm()), due).book, armed: [timer(2, at.now)] };
  expect(reduce(before, { type: 'due' }, at)).toEqual({ book: before, effects: [] });
});

test('a ring that begins is an effect, once', () => {
  const at = { now: due, ringsForMs: usually, timeIsKnown: true };
  const rung = reduce(armed(alarm()), { type: 'due' }, at);
  expect(rung.effects).toEqual([{ type: 'rang', rings: rung.book.ringing }]);
  expect(reduce(rung.book, { type: 'announced', occurrence: alarm() }, at)).toEqual({
    book: rung.book,
    effects: [],
  });
});

describe('of a ring that both tabs have', () => {
  const early = withDue(armed(alarm()), due).book;
  const late = afterEvent(early, { type: 'seen' }, due + 5 * minute).book;

  test.each([
    ['the other tab', early, late],
    ['this tab', late, early],
  ])('the newest record counts, here that of %s', (_, own, other) => {
    expect(merged(own, other, due + 5 * minute).ringing).toEqual(late.ringing);
  });

  test('nothing changes if the other tab has nothing new', () => {
    expect(merged(late, early, due + 5 * minute)).toBe(late);
  });
});
