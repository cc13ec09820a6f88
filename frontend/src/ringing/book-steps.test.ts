// The ring book with interval timers: each step rings by the page's own schedule, and its ring ends by itself.
import { expect, test } from 'vitest';
import type { Timer } from '../model/types';
import { aTimer } from '../testing/rows';
import { announced, isShort, nextOfTimer } from '../rings/occurrence';
import { withDue, withLists, withRung } from '../testing/ring-events';
import { emptyBook, nextEventAt, stepRingsForMs, stepRingsLateForMs, type RingBook } from './book';

const due = Date.parse('2026-11-20T22:00:00Z');
const second = 1_000;
const at = (instant: number) => new Date(instant).toISOString();
const plan = {
  steps: [
    { seconds: 40, label: 'Work' },
    { seconds: 20, label: 'Rest' },
  ],
  rounds: 2,
  totalSeconds: 120,
};
/** The timer in its first step, which ends at `due`. */
const first = aTimer({ ...plan, step: 0, runSeconds: 40, endsAt: at(due) });
const atRest = aTimer({ ...plan, step: 1, runSeconds: 20, endsAt: at(due + 20 * second) });
const book: RingBook = { ...emptyBook, armed: nextOfTimer(first) };
const listed = (row: Timer, asOf: number) => ({
  alarms: undefined,
  timers: { rows: [row], asOf },
});

test('all following steps are armed with short rings, and the end with a normal one', () => {
  const all = nextOfTimer(first);
  expect(all.map(({ dueAt }) => dueAt - due)).toEqual([0, 20, 60, 80].map((s) => s * second));
  expect(all.map(({ begins }) => begins?.label)).toEqual(['Rest', 'Work', 'Rest', undefined]);
  expect(all.map(isShort)).toEqual([true, true, true, false]);
});

test('the server’s event of a step has the same key', () => {
  const scheduledFor = at(due);
  const occurrence = announced({
    type: 'TIMER_COMPLETE',
    timer: atRest,
    scheduledFor,
    answered: null,
  });
  expect(occurrence).toEqual(nextOfTimer(first)[0]);
});

test('a step rings for some seconds and never counts as missed', () => {
  const rung = withDue(book, due).book;
  expect(rung.ringing.map(({ dueAt }) => dueAt)).toEqual([due]);
  expect(nextEventAt(rung, due, 600 * second)).toBe(due + stepRingsForMs);
  const { book: over, missed } = withDue(rung, due + stepRingsForMs);
  expect(over.ringing).toEqual([]);
  expect(missed).toEqual([]);
});

test('the end of the last step rings until it is answered', () => {
  const end = due + 80 * second;
  const rung = withDue(book, end).book;
  expect(withDue(rung, end + 60 * second).book.ringing).toHaveLength(1);
});

test.each([
  [stepRingsLateForMs, 1],
  [stepRingsLateForMs + 1, 0],
])('if it is %i ms late, %i steps ring', (late, rings) => {
  const [step] = book.armed;
  if (step === undefined) throw new Error('not armed');
  const rung = withRung({ ...book, armed: [] }, { ...step, seenAt: due + late });
  expect(rung.book.ringing).toHaveLength(rings);
});

test.each([
  ['continues', atRest, 1],
  ['was extended in its next step', { ...atRest, runSeconds: 80, endsAt: at(due + 80_000) }, 1],
  ['was paused elsewhere', { ...atRest, enabled: 0 as const, endsAt: null, remainingMs: 1 }, 0],
  ['was paused and resumed', { ...atRest, endsAt: at(due + 25 * second) }, 0],
])('whether a step rings when its timer %s', (_, row, rings) => {
  const rung = withDue(book, due).book;
  const turned = withLists(rung, listed(row, due + second), due + 2 * second).book;
  expect(turned.ringing).toHaveLength(rings);
  expect(turned.armed.map(({ dueAt }) => dueAt)).toEqual(
    row.endsAt === null ? [] : nextOfTimer(row).map(({ dueAt }) => dueAt),
  );
});
