// After Stop and Snooze, a message says what was done, and leads back.
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider } from '../../components/dialogs/toasts';
import { loadMessages } from '../../i18n/messages';
import type { AlarmOccurrence } from '../../rings/occurrence';
import { FakeServer } from '../../testing/fake-server';
import { AlarmPopUp } from './alarm-pop-up';

const alarm: AlarmOccurrence = {
  kind: 'alarm',
  key: 'alarm-4',
  id: 4,
  dueAt: 0,
  label: 'Up',
  sound: 'default',
  time: '07:00',
  snoozeMinutes: 5,
  schedule: '',
};

let server: FakeServer;

beforeEach(async () => {
  server = new FakeServer().install();
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'home')}>
      <ToastProvider>
        <AlarmPopUp ring={alarm} others={[]} />
      </ToastProvider>
    </IntlProvider>,
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('Snooze says until when, and can be taken back', async () => {
  const visitor = userEvent.setup();
  await visitor.click(screen.getByRole('button', { name: /^Snooze 5.min$/ }));
  expect(await screen.findByText(/^Rings again at \d\d:\d\d$/)).toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Cancel snooze' }));
  await waitFor(() => {
    expect(server.sent.map(({ path }) => path)).toContain('/api/alarms/4/skip');
  });
});

test('Stop says so, and offers a snooze instead', async () => {
  const visitor = userEvent.setup();
  await visitor.click(screen.getByRole('button', { name: 'Stop' }));
  const said = await screen.findByText('Alarm stopped');
  const toast = said.closest('[data-toast]');
  const instead = toast?.querySelector('button');
  expect(instead).toHaveTextContent('Snooze 5 min');
  if (instead) await visitor.click(instead);
  await waitFor(() => {
    expect(server.sent.map(({ path }) => path)).toContain('/api/alarms/4/snooze');
  });
});

test('a snooze that the server does not hear of says until when, too', async () => {
  server.isAway = true;
  const visitor = userEvent.setup();
  await visitor.click(screen.getByRole('button', { name: /^Snooze 5.min$/ }));
  const said = await screen.findByText(/^Couldn’t reach our server/);
  const toast = said.closest('[data-toast]');
  expect(toast).toHaveTextContent(/Rings again at \d\d:\d\d/);
});
