// A save that ends after its dialog was closed and another one was opened.
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWholePage } from './loaded-page';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

let endSaves: () => void;
const asked = vi.fn<() => void>();

// Loading all of a page for the first time takes longer than a test should.
beforeAll(async () => {
  await Promise.all([
    loadWholePage('/alarm/en'),
    loadWholePage('/timer/en'),
    import('../features/alarm/alarm-dialog'),
    import('../features/timer/timer-dialog'),
  ]);
}, 60_000);

beforeEach(() => {
  asked.mockReset();
  new FakeServer().install();
  const answer = fetch;
  const held = new Promise<void>((end) => {
    endSaves = end;
  });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      asked();
      await held;
    }
    return answer(path, init);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['/alarm/en', 'Add alarm', 'Alarm created'],
  ['/timer/en', 'Custom…', 'Timer created'],
])('on %s the open dialog keeps its input', async (path, opens, created) => {
  const visitor = await renderSite(path);
  await visitor.click(await screen.findByRole('button', { name: opens }));
  await visitor.click(within(await screen.findByRole('dialog')).getByText('Save'));
  // Save waits for what reads the fields.
  await vi.waitFor(() => {
    expect(asked).toHaveBeenCalled();
  });
  await visitor.click(within(screen.getByRole('dialog')).getByText('Cancel'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  await visitor.click(screen.getByRole('button', { name: opens }));
  await screen.findByRole('dialog');
  // The page has a field of this name, too.
  const label = () => within(screen.getByRole('dialog')).getByLabelText('Label (optional)');
  await visitor.type(label(), 'Second');
  endSaves();
  expect(await screen.findByText(created)).toBeVisible();
  expect(label()).toHaveValue('Second');
});
