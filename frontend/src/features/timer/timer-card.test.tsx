// The buttons of a timer.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../../i18n/messages';
import { FakeServer } from '../../testing/fake-server';
import { aTimer } from '../../testing/rows';
import { ToastProvider } from '../../components/dialogs/toasts';
import { TimerCard } from './timer-card';

const loaded = vi.hoisted(() => vi.fn());

vi.mock('./share-timer', () => {
  loaded();
  return { shareTimer: vi.fn(), LinkDialog: () => null };
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the code that shares a timer is loaded before the press, within which browsers allow it', async () => {
  new FakeServer().install();
  const nothing = () => undefined;
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'timer')}>
      <ToastProvider>
        <TimerCard timer={aTimer()} onEdit={nothing} onDelete={nothing} onFullScreen={nothing} />
      </ToastProvider>
    </IntlProvider>,
  );
  expect(loaded).not.toHaveBeenCalled();
  fireEvent.focus(screen.getByRole('button', { name: /share/i }));
  await vi.waitFor(() => {
    expect(loaded).toHaveBeenCalled();
  });
});
