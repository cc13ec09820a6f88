// A form that is saved before the reader of its typed texts is loaded.
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWholePage } from './loaded-page';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

/** The reader of typed texts is loaded when the test says so. */
const { loaded, load } = vi.hoisted(() => {
  const calls: (() => void)[] = [];
  const loaded = new Promise<void>((resolve) => calls.push(resolve));
  return { loaded, load: calls[0] };
});
vi.mock('../typed/reader', async (original) => {
  await loaded;
  return original();
});

let server: FakeServer;

beforeAll(async () => {
  await Promise.all([loadWholePage('/alarm/en'), import('../features/alarm/alarm-dialog')]);
}, 60_000);

beforeEach(() => {
  server = new FakeServer().install();
});

test('Save waits for what reads the time of an alarm, and saves what was typed', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(await screen.findByRole('button', { name: 'Add alarm' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alarm' });
  const time = within(dialog).getByLabelText('Time');
  await visitor.clear(time);
  await visitor.type(time, '06:45');
  await visitor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByRole('button', { name: 'Saving…' })).toBeVisible();
  expect(server.alarms).toEqual([]);

  load?.();
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(server.alarms).toMatchObject([{ time: '06:45' }]);
});
