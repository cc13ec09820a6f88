// The list of alarms on the alarm page.
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

test('without alarms the dial says how to set one', async () => {
  await renderSite('/alarm/en');
  expect(await screen.findByText('Type a time, or drag around the dial.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Alarm' })).toBeVisible();
  expect(document.title).toBe('Free online alarm clock with snooze - Tokibako');
});

test('says that the browser and the server have different rules of a zone', async () => {
  server.alarms = [
    anAlarm({ time: '07:00', timezone: 'America/Vancouver', nextTrigger: '2030-01-10T14:00:00Z' }),
  ];
  await renderSite('/alarm/en');
  expect(
    await screen.findByText(/have different clock rules for America\/Vancouver/),
  ).toBeVisible();
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

test('alarms with the same time and label are told apart by their days and zones in the names of their buttons', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const gym = { label: 'Gym', timezone: zone } as const;
  server.alarms = [
    anAlarm({ ...gym, id: 1, repeat: 'weekday' }),
    anAlarm({ ...gym, id: 2, repeat: 'weekend' }),
    anAlarm({ ...gym, id: 3, repeat: 'weekend', timezone: 'Europe/Berlin' }),
    anAlarm({ ...gym, id: 4, label: 'Walk' }),
    anAlarm({ ...gym, id: 5, time: '08:00' }),
  ];
  await renderSite('/alarm/en');
  await screen.findByRole('button', { name: 'Edit alarm 08:00 Gym' });
  const names = screen.getAllByRole('switch').map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual([
    'Alarm 07:00 Gym Monday to Friday',
    'Alarm 07:00 Gym Saturday and Sunday',
    'Alarm 07:00 Gym Saturday and Sunday Central European Time',
    'Alarm 07:00 Walk',
    'Alarm 08:00 Gym',
  ]);
  for (const button of ['Edit', 'Delete', 'Skip next time:']) {
    const name = new RegExp(`^${button} alarm 07:00 Gym Monday to Friday$`, 'i');
    expect(screen.getByRole('button', { name })).toBeVisible();
  }
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
  await visitor.click(await screen.findByRole('button', { name: 'Skip next time: alarm 07:00' }));
  const told = screen.getAllByRole('status').find((one) => one.textContent.startsWith('Skips'));
  expect(told).toHaveTextContent('Skips Sat at 07:00');
  const undo = screen.getByRole('button', { name: 'Undo skip: alarm 07:00' });
  expect(undo).toHaveFocus();
  await visitor.click(undo);
  await waitFor(() => {
    expect(screen.queryByText('Skips Sat at 07:00')).not.toBeInTheDocument();
  });
  expect(told).toHaveTextContent(/^Rings in .*, Fri, Nov 20, 2099 at 22:00$/);
  expect(screen.getByRole('button', { name: 'Skip next time: alarm 07:00' })).toHaveFocus();
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
    const undo = screen.getByRole('button', { name: `Undo skip: alarm 07:00 ${label}` });
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
    await screen.findByRole('button', { name: 'Skip next time: alarm 07:00' }),
  );
  expect(await screen.findByRole('button', { name: 'Undo skip: alarm 07:00' })).toBeVisible();
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
  expect(await screen.findByText('Paused, rings again from Dec 24, 2099')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Resume alarm 07:00' }));
  await waitFor(() => {
    expect(server.alarms).toMatchObject([{ pausedUntil: null }]);
  });
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
  server.refusal = { status: 422, headers: {} };
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('switch', { name: 'Alarm 07:00' }));
  expect(
    await screen.findByText('Couldn’t save the alarm. Wait a moment, then try again.'),
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

test('a new alarm that is deleted before the server has answered stays away when it has', async () => {
  const visitor = await renderSite('/alarm/en');
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const others = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'POST') return others(path, init);
    await isAnswered;
    await others(path, init);
    server.alarms = server.alarms.map((alarm) => ({ ...alarm, nextTrigger: inSevenHours() }));
    return Response.json(server.alarms[0]);
  });
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '06:45{Enter}');
  await visitor.click(await screen.findByRole('button', { name: 'Delete alarm 06:45' }));
  expect(await screen.findByText('Alarm deleted')).toBeVisible();
  const shown: boolean[] = [];
  const seen = new MutationObserver(() => {
    shown.push(screen.queryByRole('button', { name: 'Delete alarm 06:45' }) !== null);
  });
  seen.observe(document.body, { childList: true, subtree: true });
  answer();
  expect(await screen.findByText('Alarm created')).toBeVisible();
  await waitFor(() => {
    expect(server.writes).toEqual(['POST /api/alarms', 'DELETE /api/alarms/100']);
  });
  seen.disconnect();
  expect(shown).not.toContain(true);
});

test('two alarms that are deleted one after the other come back together', async () => {
  server.alarms = [anAlarm({ id: 4 }), anAlarm({ id: 5, time: '08:00' })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Delete alarm 07:00' }));
  await screen.findByText('Alarm deleted');
  await visitor.click(screen.getByRole('button', { name: 'Delete alarm 08:00' }));
  expect(await screen.findByText('2 alarms deleted')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getAllByRole('switch')).toHaveLength(2);
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
  const line = screen.getByRole('textbox', { name: 'Set an alarm' });
  expect(line).toHaveAttribute('aria-describedby');
  expect(line).toHaveAccessibleDescription('');
  server.refusesReads = false;
  server.alarms = [anAlarm({ id: 4 })];
  await visitor.click(retry);
  expect(await screen.findByRole('switch', { name: 'Alarm 07:00' })).toBeVisible();
});

test('a missed alarm is shown with its day and the reason', async () => {
  const missed = ['07:00', '06:00'].map((time) => ({
    key: time,
    dueAt: new Date(`2026-11-21T${time}`).getTime(),
    label: null,
    rang: time === '06:00',
  }));
  localStorage.setItem('missed-alarms:v1', JSON.stringify(missed));
  await renderSite('/alarm/en');
  const notices = within(await screen.findByRole('list', { name: 'Missed alarms' }));
  expect(notices.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Missed alarm · Sat, Nov 21(, 2026)?, 07:00Nobody stopped it/),
    expect.stringMatching(/^Missed alarm · Sat, Nov 21(, 2026)?, 06:00It rang, but nobody/),
  ]);
});

test('dismissing missed alarms moves the focus to the others, and in the end to the list', async () => {
  const missed = ['07:00', '06:00'].map((time) => ({
    key: time,
    dueAt: new Date(`2026-11-21T${time}`).getTime(),
    label: null,
    rang: false,
  }));
  localStorage.setItem('missed-alarms:v1', JSON.stringify(missed));
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: /missed.*07:00/i }));
  expect(screen.getByRole('list', { name: 'Missed alarms' })).toHaveFocus();
  await visitor.click(screen.getByRole('button', { name: /missed.*06:00/i }));
  expect(screen.getByRole('region', { name: 'Your alarms' })).toHaveFocus();
});
