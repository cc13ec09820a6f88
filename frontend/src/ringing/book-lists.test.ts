// How fetched lists change the ring book.
import { describe, expect, test } from 'vitest';
import type { Alarm, Timer } from '../model/types';
import { anAlarm, aTimer } from '../testing/rows';
import { keyOf, nextOfAlarm, nextOfTimer, snoozed } from '../rings/occurrence';
import { withDue, withHandled, withLists, withSnoozed } from '../testing/ring-events';
import { emptyBook } from './book';

const due = Date.parse('2026-11-20T22:00:00Z');
const minute = 60_000;
const tomorrow = { nextTrigger: '2026-11-21T22:00:00Z' };

/** Rows of a list that was fetched long after everything here was due, or at `asOf`. */
const fetched = <Row>(rows: readonly Row[], asOf = due + 1_000 * minute) => ({ rows, asOf });
const listed = (alarms: readonly Alarm[], timers: readonly Timer[] = []) => ({
  alarms: fetched(alarms),
  timers: fetched(timers),
});
const armedBefore = withLists(emptyBook, listed([anAlarm()], [aTimer()]), due - minute).book;
const ringingBefore = withDue(armedBefore, due).book;
const kinds = (all: readonly { readonly kind: string }[]) => all.map(({ kind }) => kind);

test('each list arms the occurrences of its rows, and replaces the earlier ones', () => {
  expect(kinds(armedBefore.armed)).toEqual(['alarm', 'timer']);
  const { book } = withLists(armedBefore, listed([anAlarm(tomorrow)]), due - minute);
  expect(book.armed.map(({ dueAt }) => dueAt)).toEqual([Date.parse(tomorrow.nextTrigger)]);
});

test('without a list, armed occurrences of its kind stay', () => {
  const { book } = withLists(
    armedBefore,
    { alarms: undefined, timers: fetched<Timer>([]) },
    due - minute,
  );
  expect(kinds(book.armed)).toEqual(['alarm']);
});

test('a stopped ring is not armed again by an outdated list', () => {
  const stopped = withHandled(ringingBefore, ringingBefore.ringing, due);
  const { book } = withLists(stopped, listed([anAlarm()], [aTimer()]), due + 50);
  expect([...book.armed, ...book.ringing]).toEqual([]);
});

describe('a ring that was cancelled on another device', () => {
  test.each<[string, Partial<Alarm>]>([
    ['by a skip', { ...tomorrow, skipped: '2026-11-20T22:00:00Z' }],
    // Due on the morning of the 21st in Tokyo.
    ['by a pause', { nextTrigger: '2026-11-23T22:00:00Z', pausedUntil: '2026-11-22' }],
  ])('%s ends, and does not count as missed', (_, changes) => {
    for (const before of [armedBefore, ringingBefore]) {
      const update = withLists(before, listed([anAlarm(changes)], [aTimer()]), due + 10 * minute);
      expect(kinds(update.book.ringing)).not.toContain('alarm');
      expect(update.missed).toEqual([]);
      expect(update.book.handled.map(({ key }) => key)).toContain(keyOf('alarm', 1, due));
    }
  });

  test('is not affected by a pause that ends on the day of the ring', () => {
    const changes = { ...tomorrow, pausedUntil: '2026-11-21' };
    const update = withLists(ringingBefore, listed([anAlarm(changes)], [aTimer()]), due + minute);
    expect(kinds(update.book.ringing)).toContain('alarm');
  });
});

describe('an overdue alarm', () => {
  test.each<[string, Alarm | null, number, 'rings' | 'waits' | 'silent']>([
    ['that the server has not claimed yet', anAlarm(), 1, 'rings'],
    ['whose next trigger is later, and which may have rung', anAlarm(tomorrow), 5, 'waits'],
    ['whose next trigger has been later for long', anAlarm(tomorrow), 11, 'waits'],
    ['that was switched off', anAlarm({ enabled: 0, nextTrigger: null }), 5, 'silent'],
    ['that was set to another time', anAlarm({ time: '08:00', ...tomorrow }), 5, 'silent'],
    ['that was set to other days', anAlarm({ repeat: 'weekend', ...tomorrow }), 5, 'silent'],
    ['that was moved to another zone', anAlarm({ timezone: 'UTC', ...tomorrow }), 5, 'silent'],
    ['that only got a label', anAlarm({ label: 'Up', ...tomorrow }), 5, 'waits'],
    [
      'that was snoozed elsewhere',
      anAlarm({ nextTrigger: '2026-11-20T22:08:00Z', snoozedUntil: '2026-11-20T22:08:00Z' }),
      5,
      'silent',
    ],
    ['that was deleted', null, 5, 'silent'],
    ['that was deleted long ago', null, 60, 'silent'],
  ])('%s', (_, alarm, minutesLate, expected) => {
    const update = withLists(
      armedBefore,
      { alarms: fetched(alarm === null ? [] : [alarm]), timers: undefined },
      due + minutesLate * minute,
    );
    expect(update.book.ringing).toHaveLength(expected === 'rings' ? 1 : 0);
    expect(update.book.armed.some(({ key }) => key === keyOf('alarm', 1, due))).toBe(
      expected === 'waits',
    );
    expect(update.missed).toEqual([]);
  });

  test('that rings once and is off stays undecided: it has rung or was switched off', () => {
    const once = anAlarm({ repeat: 'once' });
    const armed = withLists(emptyBook, listed([once]), due - minute).book;
    const rung = anAlarm({ repeat: 'once', enabled: 0, nextTrigger: null });
    const { book } = withLists(armed, listed([rung]), due + minute);
    expect([book.ringing.length, book.armed.length]).toEqual([0, 1]);
  });
});

describe('a timer', () => {
  const over = aTimer({ enabled: 0, endsAt: null, remainingMs: 0 });
  const cases: [string, Timer | null, boolean][] = [
    ['whose end the server has not seen yet', aTimer(), true],
    ['that was reset', aTimer({ enabled: 0, endsAt: null }), false],
    ['that was paused', aTimer({ enabled: 0, endsAt: null, remainingMs: 900 }), false],
    ['that was started again', aTimer({ endsAt: '2026-11-20T22:04:00Z' }), false],
    ['that was deleted', null, false],
  ];

  test.each(cases)('overdue %s', (_, timer, rings) => {
    const update = withLists(
      armedBefore,
      { alarms: undefined, timers: fetched(timer === null ? [] : [timer]) },
      due + minute,
    );
    expect(update.book.ringing).toHaveLength(rings ? 1 : 0);
  });

  test('overdue and finished waits for the server', () => {
    const lists = { alarms: undefined, timers: fetched([over]) };
    const { book } = withLists(armedBefore, lists, due + minute);
    expect([kinds(book.ringing), kinds(book.armed).includes('timer')]).toEqual([[], true]);
  });

  test.each<[string, Timer | null, boolean]>([['that is finished', over, true], ...cases])(
    'ringing %s',
    (_, timer, rings) => {
      const update = withLists(
        ringingBefore,
        { alarms: undefined, timers: fetched(timer === null ? [] : [timer]) },
        due + 200,
      );
      expect(kinds(update.book.ringing).sort()).toEqual(rings ? ['alarm', 'timer'] : ['alarm']);
    },
  );
});

test('a ring ends when its alarm is deleted', () => {
  const update = withLists(
    ringingBefore,
    { alarms: fetched<Alarm>([]), timers: undefined },
    due + 200,
  );
  expect(kinds(update.book.ringing)).toEqual(['timer']);
});

describe('a snooze', () => {
  const now = due + 10_000;
  const ring = nextOfAlarm(anAlarm());
  if (ring === null) throw new Error('not armed');
  const asleep = withSnoozed(withDue(armedBefore, due).book, [ring], snoozed(ring, now), now);
  const dueAgain = (alarm: Alarm) =>
    withLists(asleep, { alarms: fetched([alarm]), timers: undefined }, now + 1_000).book.armed.map(
      ({ dueAt }) => dueAt - now,
    );

  test('that the server knows is due at the server’s time', () => {
    const until = new Date(now + 5 * minute + 40).toISOString();
    expect(dueAgain(anAlarm({ nextTrigger: until, snoozedUntil: until }))).toEqual([
      5 * minute + 40,
    ]);
  });

  test('that the server does not know stays armed', () => {
    expect(dueAgain(anAlarm(tomorrow))).toContain(5 * minute);
  });

  test('ends when the alarm is switched off', () => {
    expect(dueAgain(anAlarm({ enabled: 0, nextTrigger: null }))).toEqual([]);
  });
});

test('a running timer rings at its present end', () => {
  const later = aTimer({ endsAt: '2026-11-20T22:10:00Z' });
  const { book } = withLists(
    armedBefore,
    { alarms: undefined, timers: fetched([later]) },
    due - minute,
  );
  expect(book.armed.find(({ kind }) => kind === 'timer')?.key).toBe(nextOfTimer(later)[0]?.key);
});

describe('a list whose fetch began before something was due', () => {
  const before = { alarms: fetched<Alarm>([], due - 1), timers: fetched<Timer>([], due - 1) };

  test('does not end its ring, because the row may be new', () => {
    expect(withLists(ringingBefore, before, due + 10).book.ringing).toHaveLength(2);
  });

  test('does not decide about overdue occurrences', () => {
    const { book } = withLists(armedBefore, before, due + minute);
    expect(book.ringing).toEqual([]);
    expect(book.armed).toEqual(armedBefore.armed);
  });
});
