// The alarm page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { anAlarm } from '../testing/rows';

let server: FakeServer;
const inSevenHours = () => new Date(Date.now() + 7 * 3_600_000 + 30_000).toISOString();

beforeEach(() => {
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an empty list explains how to add an alarm', async () => {
  await renderSite('/alarm/en');
  expect(await screen.findByText('No alarms yet')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Alarm' })).toBeVisible();
  expect(document.title).toBe('Free online alarm clock with snooze - Tokibako');
});

test('shows the next ring, and the facts of each alarm', async () => {
  server.alarms = [
    anAlarm({ id: 1, label: 'Walk', nextTrigger: inSevenHours() }),
    anAlarm({
      id: 2,
      time: '09:45',
      repeat: 'weekday',
      timezone: 'Europe/Berlin',
      nextTrigger: null,
      enabled: 0,
    }),
    anAlarm({
      id: 3,
      time: '10:00',
      repeat: 'once',
      snoozedUntil: '2030-01-01T01:35:00Z',
      nextTrigger: '2030-01-01T01:35:00Z',
    }),
  ];
  await renderSite('/alarm/en');
  expect(await screen.findByText(/^Next alarm in 7 h 1 min, /)).toBeVisible();
  const [walk, berlin, snoozed] = within(
    screen.getByRole('region', { name: 'Your alarms' }),
  ).getAllByRole('switch');
  expect(walk).toHaveAccessibleName('Alarm 07:00 Walk');
  expect(walk).toBeChecked();
  expect(berlin).not.toBeChecked();
  expect(snoozed).toBeChecked();
  expect(screen.getByText('Central European Time')).toBeVisible();
  expect(screen.getByText('Snoozed until 10:35')).toBeVisible();
});

test('adds an alarm in the visitor’s zone', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  const time = within(dialog).getByLabelText('Time');
  await visitor.clear(time);
  await visitor.type(time, '06:45');
  await visitor.click(within(dialog).getByRole('radio', { name: 'Monday to Friday' }));
  await visitor.type(within(dialog).getByLabelText('Label (optional)'), '  Rice  ');
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'Alarm 06:45 Rice' })).toBeChecked();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    time: '06:45',
    repeat: 'weekday',
    label: 'Rice',
    sound: 'default',
    snoozeInterval: 5,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test('adds an alarm in another zone, which is shown by its usual name', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  const zone = within(dialog).getByRole('combobox', { name: 'Time zone' });
  await visitor.selectOptions(zone, 'America/New York');
  await visitor.click(within(dialog).getByText('More options'));
  expect(within(dialog).getByText('Eastern Time')).toBeVisible();
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.alarms).toMatchObject([{ timezone: 'America/New_York' }]);
  expect(screen.getByText('Eastern Time')).toBeVisible();
});

test('the days of the week follow the common rules, and can form another rule', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  const days = () =>
    within(dialog)
      .getAllByRole('checkbox', { checked: true })
      .map((box) => box.getAttribute('aria-label'));
  expect(days()).toHaveLength(7);
  await visitor.click(within(dialog).getByRole('radio', { name: 'Saturday and Sunday' }));
  expect(days().sort()).toEqual(['Saturday', 'Sunday']);
  await visitor.click(within(dialog).getByRole('checkbox', { name: 'Sunday' }));
  await visitor.click(within(dialog).getByRole('checkbox', { name: 'Wednesday' }));
  for (const rule of within(dialog).getAllByRole('radio')) expect(rule).not.toBeChecked();
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Wed, Sat')).toBeVisible();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    repeat: 'days',
    days: ['wed', 'sat'],
  });
});

test('days that equal a common rule are saved as that rule', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  for (const name of ['Saturday', 'Sunday']) {
    await visitor.click(within(dialog).getByRole('checkbox', { name }));
  }
  expect(within(dialog).getByRole('radio', { name: 'Monday to Friday' })).toBeChecked();
});

test('an alarm that rings once may have a date', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  expect(within(dialog).queryByLabelText('Date (optional)')).not.toBeInTheDocument();
  await visitor.click(within(dialog).getByRole('radio', { name: 'Doesn’t repeat' }));
  fireEvent.change(within(dialog).getByLabelText('Date (optional)'), {
    target: { value: '2099-12-24' },
  });
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Thu, Dec 24, 2099')).toBeVisible();
  expect(server.alarms).toMatchObject([{ repeat: 'once', date: '2099-12-24' }]);
});

test('an alarm that is switched on after its date rings at the next occurrence of its time', async () => {
  const changes = { repeat: 'once', date: '2020-12-24', enabled: 0, nextTrigger: null } as const;
  server.alarms = [anAlarm(changes)];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('switch'));
  await waitFor(() => {
    expect(server.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      enabled: 1,
      date: null,
    });
  });
});

test('the next ring is skipped, and the skip is undone', async () => {
  server.alarms = [anAlarm({ nextTrigger: '2099-11-20T22:00:00Z' })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Skip next ring of alarm 07:00' }));
  const told = screen.getAllByRole('status').find((one) => one.textContent.startsWith('Skips'));
  expect(told).toHaveTextContent('Skips Sat at 07:00');
  const undo = screen.getByRole('button', { name: 'Undo skipping alarm 07:00' });
  expect(undo).toHaveFocus();
  await visitor.click(undo);
  await waitFor(() => {
    expect(screen.queryByText('Skips Sat at 07:00')).not.toBeInTheDocument();
  });
  expect(told).toHaveTextContent(/^Rings in .*, Fri, Nov 20, 2099 at 22:00$/);
  expect(screen.getByRole('button', { name: 'Skip next ring of alarm 07:00' })).toHaveFocus();
  expect(server.alarms).toMatchObject([{ skipped: null, nextTrigger: '2099-11-20T22:00:00Z' }]);
});

test('a snooze is ended in the row, also of a one-time alarm, and restored', async () => {
  const snoozedUntil = '2099-11-20T22:05:00Z';
  const snoozed = { nextTrigger: snoozedUntil, snoozedUntil };
  server.alarms = [
    anAlarm({ id: 1, label: 'Walk', ...snoozed }),
    anAlarm({ id: 2, label: 'Once', repeat: 'once', ...snoozed }),
  ];
  const visitor = await renderSite('/alarm/en');
  for (const [id, label] of [
    [1, 'Walk'],
    [2, 'Once'],
  ] as const) {
    const name = `Cancel snooze of alarm 07:00 ${label}`;
    await visitor.click(await screen.findByRole('button', { name }));
    const undo = screen.getByRole('button', { name: `Undo skipping alarm 07:00 ${label}` });
    await waitFor(() => {
      expect(undo).toHaveFocus();
    });
    const told = screen.getAllByRole('status').find((one) => one.textContent.startsWith('Skips'));
    expect(told).toHaveTextContent('Skips Sat at 07:05');
    const off = server.alarms.find((alarm) => alarm.id === id);
    expect(off).toMatchObject({ snoozedUntil: null, enabled: label === 'Once' ? 0 : 1 });
    await visitor.click(undo);
    await waitFor(() => {
      const back = server.alarms.find((alarm) => alarm.id === id);
      expect(back).toMatchObject({ enabled: 1, skipped: null, nextTrigger: snoozedUntil });
    });
  }
});

test('a double click on the skip button skips the ring', async () => {
  server.alarms = [anAlarm({ nextTrigger: '2099-11-20T22:00:00Z' })];
  const visitor = await renderSite('/alarm/en');
  await visitor.dblClick(
    await screen.findByRole('button', { name: 'Skip next ring of alarm 07:00' }),
  );
  expect(await screen.findByRole('button', { name: 'Undo skipping alarm 07:00' })).toBeVisible();
  expect(server.writes).toEqual(['POST /api/alarms/1/skip']);
});

test('a ring in a week or later is shown with its date', async () => {
  server.alarms = [anAlarm({ nextTrigger: '2099-11-20T22:00:00Z' })];
  await renderSite('/alarm/en');
  expect(await screen.findByText(/^Next alarm in .*, Fri, Nov 20, 2099 at 22:00$/)).toBeVisible();
});

test('an alarm is paused until a day, and resumed', async () => {
  server.alarms = [anAlarm({ nextTrigger: inSevenHours() })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Edit alarm 07:00' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit alarm' });
  fireEvent.change(within(dialog).getByLabelText('Pause until'), {
    target: { value: '2099-12-24' },
  });
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Paused until Thu, Dec 24, 2099')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Resume alarm 07:00' }));
  await waitFor(() => {
    expect(server.alarms).toMatchObject([{ pausedUntil: null }]);
  });
});

test('the form shows when the alarm would ring', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  expect(await screen.findByText(/^Rings in /)).toBeVisible();
});

test('the form does not show the ring of another alarm', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/^Rings in /)).toBeVisible();
  server.refusesReads = true;
  await visitor.click(within(dialog).getByRole('radio', { name: 'Monday to Friday' }));
  await waitFor(() => {
    expect(within(dialog).queryByText(/^Rings in /)).not.toBeInTheDocument();
  });
});

test('a snooze out of range is invalid while typing', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const snooze = await screen.findByLabelText('Snooze (minutes)');
  await visitor.clear(snooze);
  await visitor.type(snooze, '61');
  expect(await screen.findByText('Enter a whole number from 1 to 60.')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.writes).toEqual([]);
});

test('the label has the same limit as on the server, and a longer one gets an error', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const label = await screen.findByLabelText('Label (optional)');
  await visitor.click(label);
  await visitor.paste('🌱'.repeat(100));
  expect(label).toHaveValue('🌱'.repeat(100));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await visitor.clear(label);
  await visitor.click(label);
  await visitor.paste('a'.repeat(101));
  expect(await screen.findByRole('alert')).toHaveTextContent('100');
});

test('an empty snooze is saved as five minutes', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  await visitor.clear(await screen.findByLabelText('Snooze (minutes)'));
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    snoozeInterval: 5,
  });
});

test('the input is kept if saving fails', async () => {
  const visitor = await renderSite('/alarm/en');
  server.refusesWrites = true;
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  await visitor.type(await screen.findByLabelText('Label (optional)'), 'Rice');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText('Couldn’t save the alarm. Check your connection and try again.'),
  ).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: 'New alarm' });
  expect(dialog).toBeVisible();
  expect(screen.getByLabelText('Label (optional)')).toHaveValue('Rice');

  server.refusesWrites = false;
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Rice')).toBeVisible();
  expect(dialog).not.toBeInTheDocument();
});

test('an error explains what to do if the server accepts no more alarms', async () => {
  const visitor = await renderSite('/alarm/en');
  server.refusal = { status: 409, headers: {}, type: '/problems/full' };
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  await visitor.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^You’ve reached the limit/)).toBeVisible();
});

test('changes an alarm and keeps its zone', async () => {
  server.alarms = [anAlarm({ id: 4, label: 'Walk', timezone: 'Europe/Berlin' })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Edit alarm 07:00 Walk' }));
  const label = await screen.findByLabelText('Label (optional)');
  await visitor.clear(label);
  await visitor.type(label, 'Run');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm updated')).toBeVisible();
  expect(server.alarms).toMatchObject([{ id: 4, label: 'Run', timezone: 'Europe/Berlin' }]);
});

test('switches an alarm off', async () => {
  server.alarms = [anAlarm({ id: 4 })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('switch', { name: 'Alarm 07:00' }));
  expect(screen.getByRole('switch', { name: 'Alarm 07:00' })).not.toBeChecked();
  await waitFor(() => {
    expect(server.writes).toEqual(['PATCH /api/alarms/4']);
  });
  expect(server.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ enabled: 0 });
});

test('a switch that the server refuses is reverted, with a message', async () => {
  server.alarms = [anAlarm({ id: 4 })];
  server.refusesWrites = true;
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('switch', { name: 'Alarm 07:00' }));
  expect(
    await screen.findByText('Couldn’t save the alarm. Check your connection and try again.'),
  ).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Alarm 07:00' })).toBeChecked();
});

test('an undone deletion is never sent', async () => {
  server.alarms = [anAlarm({ id: 4 })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Delete alarm 07:00' }));
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('switch', { name: 'Alarm 07:00' })).toBeVisible();
  expect(server.writes).toEqual([]);
});

test('a deletion is sent when its toast disappears', async () => {
  server.alarms = [anAlarm({ id: 4 }), anAlarm({ id: 5, time: '08:00' })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Delete alarm 07:00' }));
  await visitor.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => {
    expect(server.writes).toEqual(['DELETE /api/alarms/4']);
  });
  expect(screen.getAllByRole('switch')).toHaveLength(1);
});

test('fetching the list can be retried after a failure', async () => {
  server.refusesReads = true;
  const visitor = await renderSite('/alarm/en');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('region', { name: 'Your alarms' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  );
  // The next ring is unknown, and nothing is loading.
  const nextRing = screen.getByRole('button', { name: 'Add alarm' }).parentElement;
  expect(nextRing?.previousElementSibling?.querySelector('p')).toBeEmptyDOMElement();
  server.refusesReads = false;
  server.alarms = [anAlarm({ id: 4 })];
  await visitor.click(retry);
  expect(await screen.findByRole('switch', { name: 'Alarm 07:00' })).toBeVisible();
});
