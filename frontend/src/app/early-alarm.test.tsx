// The line of the alarm page while the code that reads it is loading.
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

const code = vi.hoisted(() => {
  let deliver: () => void = () => undefined;
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  return { deliver, delivered };
});

vi.mock('../loading/load-code', async (original) => ({
  ...(await original<object>()),
  loadPersistently: async (load: () => Promise<unknown>) => {
    await code.delivered;
    return load();
  },
}));

test('Enter waits for the reader, and sets the alarm once', async () => {
  const server = new FakeServer().install();
  const posted = () => server.sent.filter(({ method }) => method === 'POST');
  const visitor = await renderSite('/alarm/en');
  const line = await screen.findByRole('textbox', { name: 'Set an alarm' });
  await visitor.type(line, '0700 Gym{Enter}{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(posted()).toEqual([]);
  code.deliver();
  expect(await screen.findByText('Alarm created')).toBeVisible();
  expect(posted()).toMatchObject([{ body: { time: '07:00', repeat: 'once', label: 'Gym' } }]);
  expect(line).toHaveValue('');
});
