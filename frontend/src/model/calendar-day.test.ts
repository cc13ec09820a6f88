// The weeks of a month, and the keys that move between days.
import { expect, test } from 'vitest';
import { dayNumber, dayOfNumber, monthOfDay, dayMovedTo, weeksOf } from './calendar-day';

const numberOf = (day: string) => dayNumber(day) ?? NaN;

const monday = 0;

const saturday = 5;

test.each([
  ['2026-11', monday, 6, 30],
  ['2026-11', saturday, 5, 30],
  ['2027-02', monday, 4, 28],
  ['2028-02', monday, 5, 29],
])('%s in weeks that begin with day %i has %i of them', (month, first, weeks, days) => {
  const rows = weeksOf(monthOfDay(numberOf(`${month}-01`)), first);
  expect(rows).toHaveLength(weeks);
  expect(rows.every((row) => row.length === 7)).toBe(true);
  const shown = rows.flat().filter((day) => day !== null);
  expect(shown.map(dayOfNumber)).toEqual(
    Array.from({ length: days }, (_, date) => `${month}-${String(date + 1).padStart(2, '0')}`),
  );
});

test.each([
  ['ArrowRight', '2026-11-30', '2026-12-01'],
  ['ArrowLeft', '2026-11-01', '2026-10-31'],
  ['ArrowDown', '2026-11-28', '2026-12-05'],
  ['ArrowUp', '2026-11-28', '2026-11-21'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2026-12-31', '2026-11-30'],
  // A Thursday.
  ['Home', '2026-11-26', '2026-11-23'],
  ['End', '2026-11-26', '2026-11-29'],
])('%s moves from %s to %s', (key, from, to) => {
  expect(dayOfNumber(dayMovedTo(key, numberOf(from), monday, false) ?? NaN)).toBe(to);
});

test('the ends of a week are those of the reader’s week', () => {
  const thursday = numberOf('2026-11-26');
  expect(dayMovedTo('Home', thursday, saturday, false)).toBe(numberOf('2026-11-21'));
  expect(dayMovedTo('End', thursday, saturday, false)).toBe(numberOf('2026-11-27'));
});

test('from right to left the arrows move the other way', () => {
  expect(dayMovedTo('ArrowRight', 100, monday, true)).toBe(99);
  expect(dayMovedTo('ArrowLeft', 100, monday, true)).toBe(101);
  expect(dayMovedTo('ArrowDown', 100, monday, true)).toBe(107);
});

test.each(['Enter', ' ', 'Tab', 'a'])('%j moves nowhere', (key) => {
  expect(dayMovedTo(key, 100, monday, false)).toBeNull();
});
