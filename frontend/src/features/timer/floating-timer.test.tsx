// A timer in a small window, whose row gets another id when the server has it.
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { HostWindow } from '../../browser/in-view';
import { onTabMessage } from '../../browser/tab-channel';
import { ToastProvider } from '../../components/dialogs/toasts';
import { loadMessages } from '../../i18n/messages';
import { followNumbers } from '../../offline/outbox';
import { refetch } from '../../rows/lists';
import { FakeServer } from '../../testing/fake-server';
import { aTimer } from '../../testing/rows';
import { FloatingTimer } from './floating-timer';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the window of a new timer stays open when the server has given the timer an id, and closes with the timer', async () => {
  const server = new FakeServer().install();
  server.timers = [aTimer({ id: -5, label: 'Tea' })];
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
  const stop = followNumbers();
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'timer')}>
      <HostWindow value={window}>
        <ToastProvider>
          <FloatingTimer id={-5} />
        </ToastProvider>
      </HostWindow>
    </IntlProvider>,
  );
  expect(await screen.findByText('Tea')).toBeInTheDocument();

  const otherTab = new BroadcastChannel('tokibako');
  const numbered = new Promise((resolve) => {
    onTabMessage('mark', resolve);
  });
  otherTab.postMessage({ topic: 'row-numbers', message: [-5, 12] });
  otherTab.postMessage({ topic: 'mark', message: null });
  await numbered;
  server.timers = [aTimer({ id: 12, label: 'Tea' })];
  await act(() => refetch('timers'));
  expect(screen.getByText('Tea')).toBeInTheDocument();
  expect(close).not.toHaveBeenCalled();

  server.timers = [];
  await act(() => refetch('timers'));
  expect(close).toHaveBeenCalled();
  stop();
  otherTab.close();
});
