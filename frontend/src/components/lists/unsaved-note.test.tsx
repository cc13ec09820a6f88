// The note of rows whose changes have not reached the server.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { switchAlarm, updateAlarm } from '../../rows/alarms';
import { sendUnsaved } from '../../offline/outbox-send';
import { unsaved } from '../../offline/outbox';
import { renewBrowserId } from '../../identity/browser-id';
import { refetch } from '../../rows/lists';
import { loadMessages } from '../../i18n/messages';
import { FakeServer } from '../../testing/fake-server';
import { anAlarm } from '../../testing/rows';
import { UnsavedNote } from './unsaved-note';

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show() {
  cleanup();
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'alarm')}>
      <UnsavedNote list="alarms" id={1} />
    </IntlProvider>,
  );
  return screen.queryByText(/saved/i) !== null;
}

test('a change that the server does not have is noted, and only for the browser id that made it', async () => {
  const server = new FakeServer().install();
  server.alarms = [anAlarm({ id: 1, enabled: 1 })];
  await refetch('alarms');
  expect(await show()).toBe(false);
  server.isAway = true;
  await switchAlarm(1, 0);
  expect(await show()).toBe(true);
  renewBrowserId();
  expect(await show()).toBe(false);
});

test('nothing is noted of a change that was saved, although an earlier one without a response may still arrive', async () => {
  const server = new FakeServer().install();
  server.alarms = [anAlarm({ id: 1, enabled: 1 })];
  await refetch('alarms');
  server.isAway = true;
  await switchAlarm(1, 0);
  await updateAlarm(1, { enabled: 1, time: '09:15' });
  server.isAway = false;
  await sendUnsaved();
  expect(unsaved('alarms')).toHaveLength(1);
  server.isAway = true;
  await refetch('alarms');
  expect(await show()).toBe(false);
});

test('a refused change is said with what was set, until it was read', async () => {
  const server = new FakeServer().install();
  server.alarms = [anAlarm({ id: 1, label: 'Tea' })];
  await refetch('alarms');
  server.isAway = true;
  await updateAlarm(1, { time: '09:15' });
  server.isAway = false;
  server.refusal = { status: 422, headers: {} };
  await sendUnsaved();
  await show();
  expect(screen.getByText(/^Couldn’t save your change/)).toHaveTextContent('09:15 Tea');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/^Couldn’t save your change/)).toBeNull();
});
