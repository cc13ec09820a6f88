// How the server's list of rings changes the ring book.
import { expect, test } from 'vitest';
import type { Answered, RungRing, Timer } from '../model/types';
import { anAlarm, aTimer } from '../testing/rows';
import { nextOfAlarm, nextOfTimer } from '../rings/occurrence';
import { withDue, withHandled, withRings } from '../testing/ring-events';
import { emptyBook, type RingBook } from './book';

const due = Date.parse('2026-11-20T22:00:00Z');
const minute = 60_000;
const now = due + 2 * minute;
const stop: Answered = { answer: 'stop', at: '2026-11-20T22:00:09Z', snoozedUntil: null };

const alarm = nextOfAlarm(anAlarm());
const [timer] = nextOfTimer(aTimer());
if (alarm === null || timer === undefined) throw new Error('not armed');
const armed: RingBook = { ...emptyBook, armed: [alarm, timer] };
const ringing = withDue(armed, due).book;

const of = ({ totalSeconds, steps, rounds, step, endsAt }: Timer) => ({
  totalSeconds,
  steps,
  rounds,
  step,
  endsAt,
});

function rung(answered: Answered | null = null): RungRing[] {
  const both = {
    scheduledFor: '2026-11-20T22:00:00Z',
    label: null,
    sound: 'default',
    answered,
  } as const;
  const { time, repeat, days, date, rule, from, timezone, snoozeInterval } = anAlarm();
  const rings = { time, repeat, days, date, rule, from, timezone, snoozeInterval };
  return [
    { kind: 'alarm', id: 1, ...both, ...rings },
    { kind: 'timer', id: 1, ...both, ...of(aTimer({ endsAt: null })) },
  ];
}

const listed = (rings: readonly RungRing[], changes = {}) => ({
  rings,
  since: now - 10 * minute,
  asOf: now,
  ...changes,
});
const keys = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key).sort();
const both = keys([alarm, timer]);

test.each<[string, RingBook]>([
  ['is armed here', armed],
  ['rings here', ringing],
  ['is unknown here', emptyBook],
])('an occurrence that rings on the server and %s rings', (_, book) => {
  expect(keys(withRings(book, listed(rung()), now).book.ringing)).toEqual(both);
});

test.each<[string, RingBook]>([
  ['armed', armed],
  ['ringing', ringing],
  ['unknown', emptyBook],
])('an occurrence that was answered and is %s here does not ring any more', (_, book) => {
  const update = withRings(book, listed(rung(stop)), now);
  expect([update.book.ringing, update.book.armed, update.missed]).toEqual([[], [], []]);
  expect(keys(update.book.handled)).toEqual(both);
});

test.each<[string, RingBook]>([
  ['armed', armed],
  ['ringing', ringing],
])('an occurrence that the server does not list and is %s here was cancelled', (_, book) => {
  const update = withRings(book, listed([]), now);
  expect([update.book.ringing, update.book.armed, update.missed]).toEqual([[], [], []]);
});

test.each([
  ['it was due before the requested time', { since: due + 1 }],
  ['it was due during the request', { asOf: due + 900 }],
  [
    'the list was full',
    {
      rings: Array.from(
        { length: 1_000 },
        (_, id) => rung(stop).map((ring) => ({ ...ring, id: id + 9 }))[0],
      ),
    },
  ],
])('an occurrence that is not listed stays if %s', (_, changes) => {
  expect(keys(withRings(ringing, listed([], changes), now).book.ringing)).toEqual(both);
  expect(keys(withRings(armed, listed([], changes), now).book.armed)).toEqual(both);
});

test('a snooze that the server does not know is not cancelled by its list', () => {
  const snooze = { ...alarm, key: 'alarm:1:1', dueAt: due + minute, snoozedHere: true as const };
  const asleep: RingBook = { ...emptyBook, armed: [snooze] };
  expect(keys(withRings(asleep, listed([]), now).book.armed)).toEqual([snooze.key]);
  const ringsAgain = withDue(asleep, due + minute).book;
  expect(keys(withRings(ringsAgain, listed([]), now).book.ringing)).toEqual([snooze.key]);
});

test('a ring that was stopped here does not ring again before the server knows', () => {
  const stopped = withHandled(ringing, ringing.ringing, due + 1);
  expect(withRings(stopped, listed(rung()), now).book.ringing).toEqual([]);
});

test('an alarm that rang long ago without an answer counts as missed, and a timer does not', () => {
  const later = due + 60 * minute;
  const update = withRings(emptyBook, { rings: rung(), since: due, asOf: later }, later);
  expect(update.book.ringing).toEqual([]);
  expect(keys(update.missed)).toEqual([alarm.key]);
});
