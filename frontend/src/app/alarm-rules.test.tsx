// Rules in the form of an alarm.
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWholePage } from './loaded-page';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { anAlarm } from '../testing/rows';

/** A Monday. */
const now = Date.parse('2026-11-23T03:00:00Z');
let server: FakeServer;

// Loading all of a page for the first time takes longer than a test should.
beforeAll(async () => {
  await Promise.all([loadWholePage('/alarm/en'), import('../features/alarm/rule-editor')]);
}, 60_000);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  server = new FakeServer().install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('every second week on Monday and Wednesday is sent as a rule', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New alarm' }));
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '07:00' } });
  await visitor.click(dialog.getByRole('radio', { name: 'Other…' }));
  expect(await dialog.findByLabelText('Every')).toHaveValue(2);
  fireEvent.click(dialog.getByLabelText('Wednesday'));
  expect(dialog.getByText(/^Every 2 weeks on Mon and Wed/)).toBeVisible();
  expect(await dialog.findByText('Next alarms')).toBeVisible();
  await visitor.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    time: '07:00',
    repeat: 'rule',
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
    from: '2026-11-23',
  });
});

test.each([
  ['Monday to Friday', 'Every 2 weeks on Mon, Tue, Wed, Thu, and Fri'],
  ['Saturday and Sunday', 'Every 2 weeks on Sun and Sat'],
  // Of all days only today's: a Monday.
  ['Every day', 'Every 2 weeks on Mon'],
])('another rhythm after “%s” begins with its days', async (before, text) => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New alarm' }));
  await visitor.click(dialog.getByRole('radio', { name: before }));
  await visitor.click(dialog.getByRole('radio', { name: 'Other…' }));
  expect(await dialog.findByText(text)).toBeVisible();
});

test('a rule without days is explained in the form and not saved', async () => {
  server.alarms = [
    anAlarm({ id: 7, repeat: 'rule', rule: 'FREQ=MONTHLY;BYMONTHDAY=31', from: '2026-11-23' }),
  ];
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: /^Edit/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/the 31st/);
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === 'PATCH'
      ? Promise.resolve(
          new Response(JSON.stringify({ status: 422, errors: { rule: ['has no day'] } }), {
            status: 422,
            headers: { 'Content-Type': 'application/problem+json' },
          }),
        )
      : answer(path, init),
  );
  fireEvent.change(dialog.getByLabelText('Until (optional)'), { target: { value: '2026-11-26' } });
  await visitor.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'There’s no day on which it would ring. Choose other days.',
  );
});
