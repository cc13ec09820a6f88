// After Stop and Snooze, a message says what was done, and leads back.
import { render, screen, waitFor } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider } from '../../components/dialogs/toasts';
import { loadMessages } from '../../i18n/messages';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from '../../rings/occurrence';
import { refetch } from '../../rows/lists';
import { FakeServer } from '../../testing/fake-server';
import { anAlarm } from '../../testing/rows';
import { RingScreen } from './ring-screen';

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

const swim: AlarmOccurrence = { ...alarm, key: 'alarm-5', id: 5, label: 'Swim', snoozeMinutes: 9 };
const tea: TimerOccurrence = {
  kind: 'timer',
  key: 'timer-2',
  id: 2,
  dueAt: 0,
  label: null,
  sound: 'default',
  totalSeconds: 180,
};

/** The buttons take no pointer when the ring opens, which is told by a real clock. */
const afterOpening = { pointerEventsCheck: PointerEventsCheckLevel.Never };

let server: FakeServer;

beforeEach(async () => {
  server = new FakeServer().install();
  // As they are after a snooze.
  const soon = new Date(Date.now() + 300_000).toISOString();
  server.alarms = [4, 5].map((id) => anAlarm({ id, nextTrigger: soon, snoozedUntil: soon }));
  await refetch('alarms');
});

/** Opens the rings, so long ago that every press counts. */
async function ring(newest: Occurrence, ...others: Occurrence[]) {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'home')}>
      <ToastProvider>
        <RingScreen ring={newest} others={others} />
      </ToastProvider>
    </IntlProvider>,
  );
  now.mockReturnValue(10_000);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('Snooze says until when, and can be taken back', async () => {
  await ring(alarm);
  const visitor = userEvent.setup(afterOpening);
  await visitor.click(screen.getByRole('button', { name: /^Snooze 5.min$/ }));
  expect(await screen.findByText(/^Rings again at \d\d:\d\d$/)).toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Cancel snooze' }));
  await waitFor(() => {
    expect(server.sent.map(({ path }) => path)).toContain('/api/alarms/4/skip');
  });
});

test('Stop says so, and offers a snooze instead', async () => {
  await ring(alarm);
  const visitor = userEvent.setup(afterOpening);
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
  await ring(alarm);
  const visitor = userEvent.setup(afterOpening);
  await visitor.click(screen.getByRole('button', { name: /^Snooze 5.min$/ }));
  const said = await screen.findByText(/^Couldn’t reach our server/);
  const toast = said.closest('[data-toast]');
  expect(toast).toHaveTextContent(/Rings again at \d\d:\d\d/);
});

test('several that are stopped at once are all named', async () => {
  await ring(alarm, swim, tea);
  await userEvent.setup(afterOpening).click(screen.getByRole('button', { name: 'Stop all' }));
  const toast = (await screen.findByText('All stopped')).closest('[data-toast]');
  expect(toast).toHaveTextContent('Up, Swim, and Time’s up');
  expect(server.sent.filter(({ path }) => path === '/api/rings/answer')).toHaveLength(3);
});

test('Snooze snoozes every alarm that rings, each for its own time, and all can be taken back', async () => {
  await ring(alarm, swim, tea);
  const visitor = userEvent.setup(afterOpening);
  await visitor.click(screen.getByRole('button', { name: 'Snooze all' }));
  const toast = (await screen.findByText(/^Rings again at/)).closest('[data-toast]');
  expect(toast).toHaveTextContent(/Up \d\d:\d\d and Swim \d\d:\d\d/);
  const answers = server.sent.filter(({ path }) => path === '/api/rings/answer');
  expect(answers.map(({ body }) => body)).toMatchObject([
    { kind: 'alarm', id: 4, answer: 'snooze' },
    { kind: 'alarm', id: 5, answer: 'snooze' },
  ]);
  await visitor.click(screen.getByRole('button', { name: 'Cancel snooze' }));
  await waitFor(() => {
    const skipped = server.sent.filter(({ path }) => path.endsWith('/skip'));
    expect(skipped.map(({ path }) => path)).toEqual(['/api/alarms/4/skip', '/api/alarms/5/skip']);
  });
});

test.each<[string, Occurrence, Occurrence[], (string | undefined)[]]>([
  ['an alarm', alarm, [], ['snooze']],
  ['a timer', tea, [], ['stop']],
  ['a timer and an alarm', tea, [swim], ['snooze']],
])('Escape snoozes alarms, and stops a timer: %s', async (_, newest, others, expected) => {
  await ring(newest, ...others);
  await userEvent.setup(afterOpening).keyboard('{Escape}');
  await waitFor(() => {
    const answers = server.sent.filter(({ path }) => path === '/api/rings/answer');
    expect(answers.map(({ body }) => (body as { answer?: string }).answer)).toEqual(expected);
  });
});
