// A toast: how long it stays, and how it is swiped away.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../../i18n/messages';
import { ToastProvider, useToasts } from './toasts';

const onGone = vi.fn();

function Page() {
  const { show } = useToasts();
  return (
    <button
      type="button"
      onClick={() => {
        show({ title: 'Saved', onGone });
      }}
    />
  );
}

beforeEach(async () => {
  // A page loads it in an idle period; here it is loaded already.
  await import('./toast-region');
  const messages = await loadMessages('en', 'home');
  vi.useFakeTimers();
  render(
    <IntlProvider locale="en" messages={messages}>
      <ToastProvider>
        <Page />
      </ToastProvider>
    </IntlProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  await act(() => vi.advanceTimersByTimeAsync(0));
});

afterEach(() => {
  vi.useRealTimers();
  onGone.mockReset();
});

const toast = () => screen.getByRole('listitem');

test('a toast disappears after five seconds', async () => {
  expect(toast()).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(onGone).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(onGone).toHaveBeenCalledOnce();
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

/** Drags the toast to the right, or with a negative number to the left, and releases it. */
function swipe(px: number) {
  fireEvent.pointerDown(toast(), { button: 0, clientX: 100, clientY: 10, pointerType: 'touch' });
  // The first move starts the swipe.
  for (const moved of [px / 2, px]) {
    fireEvent.pointerMove(toast(), { clientX: 100 + moved, clientY: 10, pointerType: 'touch' });
  }
  fireEvent.pointerUp(toast(), { clientX: 100 + px, clientY: 10, pointerType: 'touch' });
}

test.each([
  { px: 50, calls: 0 },
  { px: 51, calls: 1 },
  { px: -80, calls: 0 },
])('after a swipe by $px px the toast calls back $calls times', ({ px, calls }) => {
  swipe(px);
  expect(onGone).toHaveBeenCalledTimes(calls);
});
