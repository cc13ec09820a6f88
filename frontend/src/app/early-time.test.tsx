// The dialog of an alarm while the code that reads its time is loading.
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

test('what is typed in a dialog before the reader is there is read when it is', async () => {
  new FakeServer().install();
  const visitor = await renderSite('/alarm/en');
  await visitor.click(screen.getByRole('button', { name: 'Add alarm' }));
  const time = await screen.findByRole('textbox', { name: 'Time' });
  await visitor.clear(time);
  await visitor.type(time, 'half past 7');
  expect(screen.queryByText(/^Rings in/)).not.toBeInTheDocument();
  code.deliver();
  expect(await screen.findByText(/^Rings in .* at 07:30$/)).toBeVisible();
  expect(await screen.findByRole('button', { name: '19:30 instead' })).toBeVisible();
});
