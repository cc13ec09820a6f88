// The stopwatch page: its buttons, its laps, and what is told of them.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A stopwatch that stands, as an earlier visit left it. */
function leaveStopwatch(banked: number, lapTotals: readonly number[]): void {
  localStorage.setItem('stopwatch:v1', JSON.stringify({ banked, started: null, lapTotals }));
}

async function findTime(): Promise<HTMLElement> {
  return screen.findByRole('timer', { name: 'Elapsed time' });
}

test('stands at zero, without laps and without a way to take one', async () => {
  await renderSite('/stopwatch/en');
  expect(await findTime()).toHaveTextContent('00:00.00');
  expect(screen.getByRole('button', { name: 'Lap' })).toBeDisabled();
  expect(screen.queryByRole('region', { name: 'Laps' })).not.toBeInTheDocument();
});

test('runs and stops, and says so in the title', async () => {
  const visitor = await renderSite('/stopwatch/en');
  await visitor.click(await screen.findByRole('button', { name: 'Start' }));
  await waitFor(() => {
    expect(document.title).toMatch(/^00:0\d · Stopwatch - Tokibako$/);
  });
  await waitFor(async () => {
    expect(await findTime()).not.toHaveTextContent('00:00.00');
  });
  await visitor.click(screen.getByRole('button', { name: 'Stop' }));
  expect(screen.getByRole('button', { name: 'Start' })).toBeVisible();
  expect(document.title).toBe('Free online stopwatch with laps - Tokibako');
});

test('comes back as it was left, with its laps marked in words', async () => {
  leaveStopwatch(6_083_450, [74_760, 151_780, 221_290]);
  await renderSite('/stopwatch/en');
  expect(await findTime()).toHaveTextContent('101:23.45');
  const list = await screen.findByRole('region', { name: 'Laps' });
  const rows = within(list).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'LapLap timeTotal',
    '4 97:42.16101:23.45',
    '3 Fastest01:09.5103:41.29',
    '2 Slowest01:17.0202:31.78',
    '1 01:14.7601:14.76',
  ]);
});

test('tells of a lap, and of nothing before it', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  await screen.findByRole('region', { name: 'Laps' });
  expect(screen.queryByText(/^Lap \d+, /)).not.toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Start' }));
  await visitor.click(screen.getByRole('button', { name: 'Lap' }));
  expect(screen.getByText(/^Lap 2, 00:30\.\d\d$/)).toHaveAttribute('role', 'status');
});

test('a reset can be taken back', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  await screen.findByRole('region', { name: 'Laps' });
  await visitor.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await findTime()).toHaveTextContent('00:00.00');
  expect(screen.queryByRole('region', { name: 'Laps' })).not.toBeInTheDocument();
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await findTime()).toHaveTextContent('01:30.00');
});

test('what is stored and no stopwatch counts as zero', async () => {
  localStorage.setItem('stopwatch:v1', '{"banked":"long"}');
  await renderSite('/stopwatch/en');
  expect(await findTime()).toHaveTextContent('00:00.00');
});
