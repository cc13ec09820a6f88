// The form of an alarm.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWholePage } from './loaded-page';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { refetch } from '../rows/lists';
import { anAlarm } from '../testing/rows';
import { visitorZone } from '../time/visitor-zone';
import { zoneName } from '../i18n/zone-name';

let server: FakeServer;

// Loading all of a page for the first time takes longer than a test should.
beforeAll(async () => {
  await Promise.all([loadWholePage('/alarm/en'), import('../features/alarm/alarm-dialog')]);
}, 60_000);

beforeEach(() => {
  server = new FakeServer().install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The value of a field, with ordinary spaces. */
function plain(field: HTMLElement): string {
  return (field as HTMLInputElement).value.replaceAll(/\s/g, ' ');
}

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
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    time: '06:45',
    repeat: 'weekday',
    label: 'Rice',
    sound: 'default',
    snoozeInterval: 5,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test('an alarm that is deleted elsewhere while its form is open is set anew', async () => {
  server.alarms = [anAlarm({ id: 4, enabled: 0 })];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Edit alarm 07:00' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit alarm' });
  server.alarms = [];
  await act(() => refetch('alarms'));
  await visitor.type(within(dialog).getByLabelText('Label (optional)'), 'Rice');
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('switch', { name: 'Alarm 07:00 Rice' })).not.toBeChecked();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => {
    expect(server.alarms).toMatchObject([{ time: '07:00', label: 'Rice', enabled: 0 }]);
  });
});

test('a new alarm begins with a full hour, which is replaced by typing', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const time = await screen.findByLabelText('Time');
  expect(time).toHaveFocus();
  expect((time as HTMLInputElement).value).toMatch(/^\d\d:00$/);
  await visitor.keyboard('0700{Enter}');
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.alarms).toMatchObject([{ time: '07:00', repeat: 'daily' }]);
});

test('a new alarm repeats as the newest one does, on no date', async () => {
  const created = (day: number) => `2026-11-0${String(day)}T07:00:00Z`;
  server.alarms = [
    anAlarm({ id: 5, repeat: 'once', date: '2030-11-05', createdAt: created(1) }),
    anAlarm({ id: 6, repeat: 'days', days: ['mon', 'thu'], createdAt: created(3) }),
    anAlarm({ id: 7, repeat: 'weekend', createdAt: created(2) }),
  ];
  const visitor = await renderSite('/alarm/en');
  await screen.findAllByRole('switch');
  await visitor.click(screen.getByRole('button', { name: 'Add alarm' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New alarm' }));
  expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: 'Thursday' })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
});

test('a text that is no time is explained, kept as typed, and never saved as another time', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const time = await screen.findByLabelText('Time');
  await visitor.keyboard('25');
  expect(await screen.findByText('Type a time such as 7:30 or 1930.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(time).not.toBeInvalid();
  await visitor.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Type a time such as 7:30 or 1930.');
  expect(time).toBeInvalid();
  expect(time).toHaveValue('25');
  await visitor.clear(time);
  await visitor.type(time, '7:30 gym{Enter}');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(server.writes).toEqual([]);
});

test('on a 12-hour clock a time without its half of the day is the next one, and the other is one press away', async () => {
  localStorage.setItem('hours:v1', '"h12"');
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const time = await screen.findByLabelText('Time');
  expect((time as HTMLInputElement).value).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
  await visitor.keyboard('7');
  const other = await screen.findByRole('button', { name: /^7:00\s[AP]M instead$/ });
  const half = other.textContent.includes('AM') ? 'AM' : 'PM';
  await visitor.click(other);
  expect(plain(time)).toBe(`7:00 ${half}`);
  expect(screen.queryByRole('button', { name: / instead$/ })).not.toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.alarms).toMatchObject([{ time: half === 'AM' ? '07:00' : '19:00' }]);
});

test('keys move the time and change its half of the day', async () => {
  localStorage.setItem('hours:v1', '"h12"');
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const time = await screen.findByLabelText('Time');
  await visitor.keyboard('1158pm{ArrowUp}');
  expect(plain(time)).toBe('12:03 AM');
  await visitor.keyboard('{Shift>}{ArrowDown}{/Shift}{PageDown}');
  expect(plain(time)).toBe('11:02 PM');
  await visitor.keyboard('a');
  expect(plain(time)).toBe('11:02 AM');
});

test('adds an alarm in another zone, which is shown by its usual name', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  const zone = within(dialog).getByRole('combobox', { name: 'Time zone' });
  await visitor.selectOptions(
    zone,
    await within(zone).findByRole('option', { name: 'New York, United States' }),
  );
  await visitor.click(within(dialog).getByText('More options'));
  expect(zone).toHaveAccessibleDescription('Eastern Time');
  // Without a name of its own the ring would seem to be at another time than the alarm.
  const own = zoneName(visitorZone(), 'en', Date.now());
  expect(within(dialog).getByLabelText('Time')).toHaveAccessibleDescription(
    new RegExp(`^Eastern Time ?Rings in .*${own}$`),
  );
  await visitor.click(within(dialog).getByRole('radio', { name: 'Other…' }));
  expect(await within(dialog).findByText('Next alarms')).toBeVisible();
  expect(within(dialog).getByRole('list', { name: `Next alarms ${own}` })).toBeVisible();
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
  const repeat = within(dialog).getByRole('group', { name: 'Repeat' });
  for (const rule of within(repeat).getAllByRole('radio')) expect(rule).not.toBeChecked();
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

test('the input is kept if the server refuses it', async () => {
  const visitor = await renderSite('/alarm/en');
  server.refusal = { status: 422, headers: {} };
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  await visitor.type(await screen.findByLabelText('Label (optional)'), 'Rice');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = screen.getByRole('dialog', { name: 'New alarm' });
  const actions = within(dialog).getByRole('button', { name: 'Save' }).parentElement;
  await waitFor(() => {
    expect(actions?.previousElementSibling).toHaveTextContent(
      'Couldn’t save the alarm. Wait a moment, then try again.',
    );
  });
  expect(dialog).toBeVisible();
  expect(screen.getByLabelText('Label (optional)')).toHaveValue('Rice');

  server.refusal = null;
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Rice')).toBeVisible();
  expect(dialog).not.toBeInTheDocument();
});

test('an error explains what to do if the server accepts no more alarms', async () => {
  const visitor = await renderSite('/alarm/en');
  server.refusal = { status: 409, headers: {}, type: '/problems/full' };
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  await visitor.click(await screen.findByRole('button', { name: 'Save' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New alarm' }));
  expect(
    await dialog.findByText(/^There’s no room for another one/, { selector: 'p' }),
  ).toBeVisible();
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

test('the server is asked again when an alarm in the form would have rung, not each minute', async () => {
  const begun = Date.parse(anAlarm().nextTrigger ?? '') - 10 * 3_600_000;
  vi.useFakeTimers({ now: begun, toFake: ['Date'] });
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New alarm' }));
  const text = () => dialog.getByText(/^Rings in /).textContent;
  const asked = () => server.sent.filter(({ path }) => path.endsWith('/preview')).length;
  await waitFor(() => {
    expect(asked()).toBe(1);
  });
  const before = text();
  for (const minutes of [1, 2, 3]) {
    vi.setSystemTime(begun + minutes * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  await waitFor(() => {
    expect(text()).not.toBe(before);
  });
  expect(asked()).toBe(1);
});
