// The button that starts and pauses a timer in a window of its own, where no ring covers it.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { ToastProvider } from '../../components/dialogs/toasts';
import { loadMessages } from '../../i18n/messages';
import { FakeServer } from '../../testing/fake-server';
import { aTimer } from '../../testing/rows';
import { RunButtons } from './run-buttons';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a press on Pause that comes when the timer has just ended does not start it again', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  const server = new FakeServer().install();
  const messages = await loadMessages('en', 'timer');
  const buttons = (timer = aTimer()) => (
    <IntlProvider locale="en" messages={messages}>
      <ToastProvider>
        <RunButtons timer={timer} running={timer.enabled === 1} />
      </ToastProvider>
    </IntlProvider>
  );
  server.timers = [aTimer({ enabled: 0, endsAt: null, remainingMs: 0 })];
  const { rerender } = render(buttons());
  rerender(buttons(server.timers[0]));
  clock.mockReturnValue(10_400);
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(server.writes).toEqual([]);
  clock.mockReturnValue(10_500);
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => {
    expect(server.writes).toHaveLength(1);
  });
});
