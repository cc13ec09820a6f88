// The settings dialog, and the effects of each setting on the page.
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { anAlarm } from '../testing/rows';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.alarms = [
    anAlarm({ time: '19:05', label: 'Walk', repeat: 'days', days: ['mon', 'sun'] }),
    anAlarm({ id: 2, time: '00:30', snoozedUntil: '2030-01-01T01:35:00Z' }),
  ];
  server.install();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

async function openSettings(visitor: UserEvent): Promise<HTMLElement> {
  await visitor.click(screen.getByRole('button', { name: 'Settings' }));
  return screen.findByRole('dialog', { name: 'Settings' });
}

test('every time on the page follows the chosen hours, at once and on the next visit', async () => {
  const visitor = await renderSite('/alarm/en');
  expect(await screen.findByRole('switch', { name: 'Alarm 19:05 Walk' })).toBeVisible();
  const dialog = await openSettings(visitor);
  expect(
    within(dialog).queryByText('In input fields, your browser decides the format.'),
  ).not.toBeInTheDocument();
  await visitor.click(within(dialog).getByRole('radio', { name: '12-hour' }));
  expect(
    within(dialog).getByText('In input fields, your browser decides the format.'),
  ).toBeVisible();
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));

  const walk = screen.getByRole('switch', { name: /^Alarm 7:05\sPM Walk$/ }).closest('li');
  expect(walk).toHaveTextContent('07:05pm');
  expect(screen.getByText(/^Snoozed until 10:35\sAM$/)).toBeVisible();
  expect(screen.getByRole('switch', { name: /^Alarm 12:30\sAM$/ })).toBeVisible();
  expect(localStorage.getItem('hours:v1')).toBe('"h12"');
});

test('an unknown setting of a newer version is ignored', async () => {
  localStorage.setItem('hours:v1', '"decimal"');
  localStorage.setItem('week-start:v1', '"fri"');
  await renderSite('/alarm/en');
  expect(await screen.findByRole('switch', { name: 'Alarm 19:05 Walk' })).toBeVisible();
  expect(screen.getByText('Sun, Mon')).toBeVisible();
});

test('weeks begin on the chosen day, and new alarms have the chosen default sound', async () => {
  const visitor = await renderSite('/alarm/en');
  expect(await screen.findByText('Sun, Mon')).toBeVisible();
  const dialog = await openSettings(visitor);
  await visitor.selectOptions(within(dialog).getByLabelText('First day of the week'), 'Monday');
  await visitor.selectOptions(
    within(dialog).getByLabelText('Sound for new alarms and timers'),
    'Chime',
  );
  await visitor.selectOptions(within(dialog).getByLabelText('Volume'), '50%');
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByText('Mon, Sun')).toBeVisible();

  await visitor.click(screen.getByRole('button', { name: 'Add alarm' }));
  const alarm = await screen.findByRole('dialog', { name: 'New alarm' });
  expect(within(alarm).getByLabelText('Sound')).toHaveValue('chime');
  expect(within(alarm).getByLabelText('Volume')).toHaveValue('50');
  const [first] = within(alarm).getAllByRole('checkbox');
  expect(first).toHaveAccessibleName('Monday');
});

test('the days that may begin a week are written like the other choices, with a capital letter', async () => {
  const visitor = await renderSite('/alarm/es');
  await visitor.click(screen.getByRole('button', { name: 'Configuración' }));
  const dialog = await screen.findByRole('dialog', { name: 'Configuración' });
  const choice = within(dialog).getByLabelText('Primer día de la semana');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Automático', 'Lunes', 'Sábado', 'Domingo']);
});

test('choosing another language closes the dialog and opens the same page in it', async () => {
  const visitor = await renderSite('/alarm/en');
  const dialog = await openSettings(visitor);
  fireEvent.change(within(dialog).getByLabelText('Language'), { target: { value: 'de' } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Wecker' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the dialog has a button that opens the account', async () => {
  const visitor = await renderSite('/alarm/en');
  const dialog = await openSettings(visitor);
  await visitor.click(within(dialog).getByRole('button', { name: 'Account' }));
  expect(await screen.findByRole('dialog', { name: 'Account' })).toBeVisible();
  expect(dialog).not.toBeInTheDocument();
});

test('where the browser hides the zone, the visitor chooses one, which new alarms begin with', async () => {
  vi.stubEnv('TZ', 'UTC');
  const visitor = await renderSite('/alarm/en');
  const notice = /Your browser says your time zone is UTC/;
  expect(await screen.findByText(notice)).toBeVisible();
  const dialog = await openSettings(visitor);
  await visitor.selectOptions(
    within(dialog).getByRole('combobox', { name: 'Time zone' }),
    'Asia/Kathmandu',
  );
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  expect(localStorage.getItem('zone:v1')).toBe('"Asia/Kathmandu"');
  await visitor.click(screen.getByRole('button', { name: 'Add alarm' }));
  const form = await screen.findByRole('dialog', { name: 'New alarm' });
  await visitor.click(within(form).getByText('More options'));
  expect(within(form).getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Kathmandu');
});

test('a zone that the browser tells is nobody’s choice', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  localStorage.setItem('zone:v1', '"Asia/Kathmandu"');
  const visitor = await renderSite('/alarm/en');
  const dialog = await openSettings(visitor);
  expect(within(dialog).queryByRole('combobox', { name: 'Time zone' })).not.toBeInTheDocument();
  expect(screen.queryByText(/Your browser says/)).not.toBeInTheDocument();
});
