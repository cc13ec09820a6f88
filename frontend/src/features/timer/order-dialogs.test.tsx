// The dialogs of order: where a dragged row is dropped, and a list that another tab changes during the drag.
import { fireEvent, render, screen } from '@testing-library/react';
import { createIntl, RawIntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderList, dropIndex, rowShift } from './order-dialogs';

const intl = createIntl({ locale: 'en', onError: () => undefined });

const onMove = vi.fn();

function list(keys: readonly string[]) {
  const items = keys.map((key) => ({ key, name: key }));
  return (
    <RawIntlProvider value={intl}>
      <OrderList label="Tea" items={items} onMove={onMove} />
    </RawIntlProvider>
  );
}

function handleOf(name: string): Element {
  const handle = screen.getByText(name).closest('li')?.querySelector('[aria-hidden="true"]');
  if (handle === null || handle === undefined) throw new Error('a row without a handle');
  return handle;
}

beforeEach(() => {
  onMove.mockReset();
  Element.prototype.setPointerCapture = () => undefined;
});

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'setPointerCapture');
});

test.each([
  ['after another tab moved it', ['c', 'b', 'a'], [[2, 2]]],
  ['without other changes', ['a', 'b', 'c'], [[0, 2]]],
  ['not after another tab deleted it', ['b', 'c'], []],
])('the dragged row is dropped: %s', (_, keys, moves) => {
  const { rerender } = render(list(['a', 'b', 'c']));
  const handle = handleOf('a');
  const at = (clientY: number) => ({ pointerId: 1, button: 0, clientY });
  fireEvent.pointerDown(handle, at(0));
  fireEvent.pointerMove(handle, at(100));
  rerender(list(keys));
  fireEvent.pointerUp(handle, at(100));
  expect(onMove.mock.calls).toEqual(moves);
});

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
