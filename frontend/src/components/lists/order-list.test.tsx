// A list that another tab changes while one of its rows is dragged.
import { fireEvent, render, screen } from '@testing-library/react';
import { createIntl, RawIntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderList } from './order-list';

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
