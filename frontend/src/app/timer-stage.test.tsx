// Several timers that fill the screen: how they are opened, and which one a key addresses.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { aTimer } from '../testing/rows';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('browser-id', '7f3bb1b4-5d4e-4b3e-9a3d-0d6f2f3f0a11');
  server = new FakeServer().install();
  // The test's browser has none.
  Object.assign(document, { exitFullscreen: () => Promise.resolve() });
});

function running(id: number, label: string, minutes: number) {
  const seconds = minutes * 60;
  return aTimer({
    id,
    label,
    minutes,
    totalSeconds: seconds,
    runSeconds: seconds,
    remainingMs: seconds * 1000,
    endsAt: new Date(Date.now() + seconds * 1000).toISOString(),
  });
}

const rowOf = (id: number) => server.timers.find((timer) => timer.id === id);

test('timers that run fill the screen by one press, and keys address the one that was chosen', async () => {
  server.timers = [
    running(1, 'Group work', 15),
    running(2, 'Egg', 5),
    aTimer({ id: 3, enabled: 0, endsAt: null }),
  ];
  const visitor = await renderSite('/timer/en');
  await visitor.click(
    await screen.findByRole('button', { name: 'Full screen' }, { timeout: 20_000 }),
  );
  const stage = await screen.findByRole('dialog', { name: 'Timers in full screen' });
  const tiles = within(stage).getAllByRole('group');
  expect(tiles.map((tile) => tile.getAttribute('aria-label'))).toEqual(['Egg', 'Group work']);

  const end = Date.parse(rowOf(1)?.endsAt ?? '');
  await visitor.keyboard('2');
  expect(tiles[1]).toHaveFocus();
  await visitor.keyboard('+');
  await waitFor(() => {
    expect(Date.parse(rowOf(1)?.endsAt ?? '')).toBe(end + 60_000);
  });
  await visitor.keyboard('-');
  await waitFor(() => {
    expect(Date.parse(rowOf(1)?.endsAt ?? '')).toBe(end);
  });
  // Another time is typed after Enter, and the timer goes on.
  await visitor.keyboard('{Enter}');
  const field = within(stage).getByRole('textbox', { name: 'Change the time left on Group work' });
  await visitor.clear(field);
  await visitor.type(field, '20{Enter}');
  await waitFor(() => {
    expect(Date.parse(rowOf(1)?.endsAt ?? '')).toBeGreaterThan(end + 4 * 60_000);
  });
  expect(rowOf(2)?.enabled).toBe(1);
  await visitor.keyboard('1 ');
  await waitFor(() => {
    expect(rowOf(2)?.enabled).toBe(0);
  });
  expect(rowOf(1)?.enabled).toBe(1);
  await visitor.click(within(stage).getByRole('button', { name: 'Exit full screen' }));
  expect(stage).not.toBeInTheDocument();
});

test('of more than four timers the first to end fill the screen', async () => {
  server.timers = [1, 2, 3, 4, 5].map((id) => running(id, `Lane ${String(id)}`, id * 5));
  const visitor = await renderSite('/timer/en');
  await visitor.click(
    await screen.findByRole('button', { name: 'Full screen' }, { timeout: 20_000 }),
  );
  const stage = await screen.findByRole('dialog', { name: 'Timers in full screen' });
  expect(within(stage).getAllByRole('group')).toHaveLength(4);
  expect(within(stage).queryByRole('group', { name: 'Lane 5' })).toBeNull();
});
