// A list of three rows, the middle one twice as high.
import { expect, test } from 'vitest';
import { dropIndex, rowShift } from './drag-places';

const rows = [
  { top: 0, height: 40 },
  { top: 40, height: 80 },
  { top: 120, height: 40 },
];

test.each([
  [0, 0, 0],
  [0, 40, 0],
  [0, 41, 1],
  [0, 60, 1],
  [0, 101, 2],
  [0, -500, 0],
  [0, 500, 2],
  [1, 20, 1],
  [1, 21, 2],
  [1, -20, 0],
  [1, -19, 1],
  [2, -39, 2],
  [2, -40, 1],
  [2, -100, 0],
])('row %i, dragged by %i pixels, moves to index %i', (from, by, to) => {
  expect(dropIndex(rows, from, by)).toBe(to);
});

test('the rows that it passes are shifted', () => {
  const shifts = (from: number, to: number) =>
    rows.map((_, at) => rowShift(rows, at, { from, to, by: 7 }));
  expect(shifts(0, 0)).toEqual([7, 0, 0]);
  expect(shifts(0, 2)).toEqual([7, -40, -40]);
  expect(shifts(2, 1)).toEqual([0, 40, 7]);
  expect(shifts(1, 0)).toEqual([80, 7, 0]);
});
