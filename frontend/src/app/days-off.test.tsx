// Days off on the alarm page: typing a range, what alarms say of it, and what is sent.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWholePage } from './loaded-page';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { installFakeWorker } from '../testing/fake-worker';
import { anAlarm } from '../testing/rows';
import { changeDaysOff } from '../offline/days-off';
import { fetchSyncedList } from '../offline/synced-lists';
import { sendUnsaved } from '../offline/outbox-send';

/** A Wednesday. */
const now = Date.parse('2026-11-25T03:00:00Z');
const holiday = { from: '2026-11-26', to: '2026-11-27', label: 'Ski trip' };
let server: FakeServer;

// Loading all of a page for the first time takes longer than a test should.
beforeAll(async () => {
  await Promise.all([
    loadWholePage('/alarm/en'),
    import('../features/alarm/days-off/days-off-dialog'),
  ]);
}, 60_000);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  server = new FakeServer().install();
  installFakeWorker();
  server.alarms = [
    anAlarm({
      id: 7,
      time: '07:00',
      repeat: 'daily',
      timezone: 'UTC',
      nextTrigger: '2026-11-25T07:00:00.000Z',
    }),
  ];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function typeHoliday(visitor: UserEvent): Promise<HTMLElement> {
  await visitor.click(await screen.findByRole('button', { name: 'Days off' }));
  const dialog = await screen.findByRole('dialog', { name: 'Days off' });
  const form = within(dialog);
  fireEvent.change(form.getByLabelText('First day'), { target: { value: holiday.from } });
  fireEvent.change(form.getByLabelText('Last day'), { target: { value: holiday.to } });
  fireEvent.change(form.getByLabelText('Name (optional)'), { target: { value: holiday.label } });
  await visitor.click(form.getByRole('button', { name: 'Add' }));
  return dialog;
}

test('a typed range is sent, and an alarm says that it is silent tomorrow', async () => {
  server.alarms = [
    anAlarm({ id: 7, time: '02:00', timezone: 'UTC', nextTrigger: '2026-11-26T02:00:00.000Z' }),
  ];
  const visitor = await renderSite('/alarm/en');
  const dialog = await typeHoliday(visitor);
  expect(await within(dialog).findByRole('button', { name: /Remove Ski trip/ })).toBeVisible();
  await sendUnsaved();
  expect(server.daysOff).toEqual([holiday]);
  expect(server.writes).toContain('PUT /api/days-off');
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await screen.findByText(/Silent tomorrow: Ski trip/)).toBeVisible();
});

test('a range that ends before it begins is explained and not added', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Days off' }));
  const form = within(await screen.findByRole('dialog', { name: 'Days off' }));
  fireEvent.change(form.getByLabelText('First day'), { target: { value: '2026-11-26' } });
  fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2026-11-24' } });
  await visitor.click(form.getByRole('button', { name: 'Add' }));
  expect(await form.findByText('This is before the first day. Choose a later one.')).toBeVisible();
  expect(server.writes).toEqual([]);
});

test('without the server the list is kept, moves the rings here, and is sent later', async () => {
  server.alarms = [
    anAlarm({ id: 7, time: '02:00', timezone: 'UTC', nextTrigger: '2026-11-26T02:00:00.000Z' }),
  ];
  const visitor = await renderSite('/alarm/en');
  await screen.findByRole('switch');
  server.isAway = true;
  const dialog = await typeHoliday(visitor);
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await screen.findByText(/Silent tomorrow: Ski trip/)).toBeVisible();
  expect(await screen.findByText(/rings Saturday at/)).toBeVisible();
  await expect(sendUnsaved()).rejects.toThrow();
  expect(server.daysOff).toEqual([]);

  server.isAway = false;
  await sendUnsaved();
  expect(server.daysOff).toEqual([holiday]);
  expect(server.writes).toEqual(['PUT /api/days-off']);
});

test.each([409, 422])(
  'a list that the server refuses with %i is the server’s again',
  async (status) => {
    const visitor = await renderSite('/alarm/en');
    await screen.findByRole('switch');
    server.refusal = { status, headers: {} };
    const dialog = await typeHoliday(visitor);
    await sendUnsaved();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Our server didn’t accept the change. Your days off are as they were.',
    );
    await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Our server didn’t accept');
    expect(screen.queryByText(/Silent/)).not.toBeInTheDocument();
    // The next visit fetches the list, too.
    await act(() => fetchSyncedList('days-off'));
    expect(screen.getByRole('alert')).toHaveTextContent('Our server didn’t accept');

    server.refusal = null;
    const again = await typeHoliday(visitor);
    expect(within(again).queryByRole('alert')).not.toBeInTheDocument();
    await sendUnsaved();
    await waitFor(() => {
      expect(server.daysOff).toEqual([holiday]);
    });
    expect(within(again).queryByRole('alert')).not.toBeInTheDocument();
  },
);

test('days off that are removed in the dialog come back together', async () => {
  const christmas = { from: '2026-12-24', to: '2026-12-26', label: 'Christmas' };
  server.daysOff = [holiday, christmas];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Days off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Days off' }));
  await visitor.click(await dialog.findByRole('button', { name: /^Remove Ski trip/ }));
  await visitor.click(dialog.getByRole('button', { name: /^Remove Christmas/ }));
  expect(await screen.findByText(/^Ski trip, .* and Christmas, /)).toBeVisible();
  await sendUnsaved();
  expect(server.daysOff).toEqual([]);
  await visitor.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(await dialog.findByRole('button', { name: /^Remove Christmas/ })).toBeVisible();
  await sendUnsaved();
  expect(server.daysOff).toEqual([holiday, christmas]);
});

test('the undo of a removal ends when its days are off again', async () => {
  const visitor = await renderSite('/alarm/en');
  const dialog = within(await typeHoliday(visitor));
  await visitor.click(await dialog.findByRole('button', { name: /^Remove Ski trip/ }));
  expect(await dialog.findByRole('button', { name: 'Undo' })).toBeVisible();
  act(() => {
    changeDaysOff([{ ...holiday, label: 'Work' }]);
  });
  expect(await dialog.findByRole('button', { name: /^Remove Work/ })).toBeVisible();
  await waitFor(() => {
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

test('one press makes tomorrow a day off, and undo takes that back', async () => {
  const visitor = await renderSite('/alarm/en');
  const tomorrow = await screen.findByRole('button', { name: 'Tomorrow off' });
  expect(tomorrow).toHaveAttribute('aria-pressed', 'false');
  await visitor.click(tomorrow);
  expect(await screen.findByText('Tomorrow is a day off')).toBeVisible();
  expect(tomorrow).toHaveAttribute('aria-pressed', 'true');
  await sendUnsaved();
  expect(server.daysOff).toMatchObject([{ from: '2026-11-26', to: '2026-11-26' }]);
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(tomorrow).toHaveAttribute('aria-pressed', 'false');
  });
  await sendUnsaved();
  expect(server.daysOff).toEqual([]);
});

test('a press gives back the one day of a longer holiday, and undo its name', async () => {
  server.daysOff = [{ from: '2026-11-24', to: '2026-11-28', label: 'Ski trip' }];
  const visitor = await renderSite('/alarm/en');
  const tomorrow = await screen.findByRole('button', { name: 'Tomorrow off', pressed: true });
  await visitor.click(tomorrow);
  expect(await screen.findByText('Your alarms ring tomorrow')).toBeVisible();
  await sendUnsaved();
  expect(server.daysOff.map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-24', '2026-11-25'],
    ['2026-11-27', '2026-11-28'],
  ]);
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(tomorrow).toHaveAttribute('aria-pressed', 'true');
  });
  await sendUnsaved();
  expect(server.daysOff).toEqual([{ from: '2026-11-24', to: '2026-11-28', label: 'Ski trip' }]);
});

test.each([
  ['rings on another day', { repeat: 'days', days: ['mon'] } as const],
  ['rings on days off, too', { daysOff: 'ring' } as const],
  ['rings today alone', { repeat: 'once' } as const],
  ['is off', { enabled: 0, nextTrigger: null } as const],
])('tomorrow is not offered where the only alarm %s', async (_, changes) => {
  server.alarms = server.alarms.map((alarm) => ({ ...alarm, ...changes }));
  await renderSite('/alarm/en');
  await screen.findByRole('switch');
  expect(screen.queryByRole('button', { name: 'Tomorrow off' })).toBeNull();
});

function holidays(...days: readonly string[]): File {
  const events = days.map(
    (day) =>
      `BEGIN:VEVENT\r\nSUMMARY:Holiday ${day}\r\nDTSTART;VALUE=DATE:${day}\r\nEND:VEVENT\r\n`,
  );
  return new File([`BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`], 'holidays.ics');
}

test('holidays of a file are listed before they are added, and undone without touching others', async () => {
  const visitor = await renderSite('/alarm/en');
  const dialog = await typeHoliday(visitor);
  const form = within(dialog);
  const upload = () => form.getByLabelText(/Import holidays/, { selector: 'input' });
  await visitor.upload(upload(), holidays('20261127', '20261224', '20261225', '20201224'));
  const found = await form.findByRole('group', { name: 'Days off' });
  expect(found).toHaveTextContent(/2 new.*1 already here/);
  expect(dialog).toHaveTextContent(/Already over.*1.*Holiday 20201224/);
  await visitor.click(within(found).getByLabelText(/20261225/));
  await visitor.click(form.getByRole('button', { name: 'Add selected' }));
  expect(await form.findByText('1 entry added from holidays.ics')).toBeVisible();
  await sendUnsaved();
  const added = { from: '2026-12-24', to: '2026-12-24', label: 'Holiday 20261224' };
  expect(server.daysOff).toEqual([holiday, added]);

  // Added elsewhere since.
  const other = { from: '2027-01-06', to: '2027-01-06', label: 'Epiphany' };
  server.daysOff = [holiday, added, other];
  await fetchSyncedList('days-off');
  await visitor.click(form.getByRole('button', { name: 'Undo' }));
  await sendUnsaved();
  expect(server.daysOff).toEqual([holiday, other]);
});

test('the whole days of a personal calendar are not selected by themselves', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Days off' }));
  const form = within(await screen.findByRole('dialog', { name: 'Days off' }));
  const text = await holidays('20261224').text();
  const file = new File(
    [
      text.replace(
        'END:VCALENDAR',
        'BEGIN:VEVENT\r\nDTSTART:20261201T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR',
      ),
    ],
    'mine.ics',
  );
  await visitor.upload(form.getByLabelText(/Import holidays/, { selector: 'input' }), file);
  expect(await form.findByLabelText(/Holiday 20261224/)).not.toBeChecked();
  expect(form.getByText(/nothing is selected yet/)).toBeVisible();
});

test('a file that is no calendar is refused, and says so', async () => {
  const visitor = await renderSite('/alarm/en');
  const form = within(await typeHoliday(visitor));
  const backup = new File(['{"alarms":[],"timers":[]}'], 'tokibako-2026-11-26.json');
  const input = form.getByLabelText(/Import holidays/, { selector: 'input' });
  input.removeAttribute('accept');
  await visitor.upload(input, backup);
  expect(await form.findByRole('alert')).toHaveTextContent('This isn’t a calendar file (.ics).');
});
