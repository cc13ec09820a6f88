// The stopwatch page: its buttons, its laps, and their announcements.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { savedRuns } from '../stopwatch/saved-runs';

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Stores a stopped stopwatch, as an earlier visit would. */
function leaveStopwatch(banked: number, lapTotals: readonly number[]): void {
  localStorage.setItem('stopwatch:v1', JSON.stringify({ banked, started: null, lapTotals }));
}

async function findTime(): Promise<HTMLElement> {
  return screen.findByRole('timer', { name: 'Elapsed time' });
}

test('shows zero, without laps and with a disabled lap button', async () => {
  await renderSite('/stopwatch/en');
  expect(await findTime()).toHaveTextContent('00:00.00');
  expect(screen.getByRole('button', { name: 'Lap' })).toBeDisabled();
  expect(screen.queryByRole('region', { name: 'Laps' })).not.toBeInTheDocument();
});

test('runs and stops, and shows the time in the title', async () => {
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

test('is restored from storage, with its laps marked in words', async () => {
  leaveStopwatch(6_083_450, [74_760, 151_780, 221_290]);
  await renderSite('/stopwatch/en');
  expect(await findTime()).toHaveTextContent('1:41:23.45');
  const list = await screen.findByRole('region', { name: 'Laps' });
  const rows = within(list).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'LapLap timeTotal',
    '4 Slowest97:42.161:41:23.45',
    '3 Fastest01:09.5103:41.29',
    '2 01:17.0202:31.78',
    '1 01:14.7601:14.76',
  ]);
});

test('announces a lap, and nothing before it', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  await screen.findByRole('region', { name: 'Laps' });
  expect(screen.queryByText(/^Lap \d+, /)).not.toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Start' }));
  await visitor.click(screen.getByRole('button', { name: 'Lap' }));
  expect(screen.getByText(/^Lap 2, 00:30\.\d\d$/)).toHaveAttribute('role', 'status');
});

test('a reset can be undone', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  await screen.findByRole('region', { name: 'Laps' });
  await visitor.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await findTime()).toHaveTextContent('00:00.00');
  expect(screen.queryByRole('region', { name: 'Laps' })).not.toBeInTheDocument();
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await findTime()).toHaveTextContent('01:30.00');
});

test('without laps the reset of a long time can be undone, but not of a short one', async () => {
  leaveStopwatch(59_990, []);
  const visitor = await renderSite('/stopwatch/en');
  const reset = await screen.findByRole('button', { name: 'Reset' });
  await visitor.click(reset);
  expect(screen.queryByText('Stopwatch reset')).not.toBeInTheDocument();
  cleanup();

  leaveStopwatch(60_000, []);
  await renderSite('/stopwatch/en');
  await visitor.click(await screen.findByRole('button', { name: 'Reset' }));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await findTime()).toHaveTextContent('01:00.00');
});

test('an invalid stored value counts as zero', async () => {
  localStorage.setItem('stopwatch:v1', '{"banked":"long"}');
  await renderSite('/stopwatch/en');
  expect(await findTime()).toHaveTextContent('00:00.00');
});

test('a lap is named in its row, and Escape restores its name', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  const name = await screen.findByRole('textbox', { name: 'Name of lap 1' });
  await visitor.type(name, '  Up   the bridge {Enter}');
  expect(await screen.findByDisplayValue('Up the bridge')).not.toHaveFocus();
  await visitor.type(screen.getByDisplayValue('Up the bridge'), ' and down{Escape}');
  expect(screen.getByRole('textbox', { name: 'Name of lap 1' })).toHaveValue('Up the bridge');
  expect(JSON.parse(localStorage.getItem('stopwatch:v1') ?? '')).toMatchObject({
    lapNames: ['Up the bridge'],
  });
});

test('a name that is being typed is stored when the tab is hidden or left, and typing goes on', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  const name = await screen.findByRole('textbox', { name: 'Name of lap 1' });
  await visitor.type(name, 'Up the ');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  visibility.mockRestore();
  expect(JSON.parse(localStorage.getItem('stopwatch:v1') ?? '')).toMatchObject({
    lapNames: ['Up the'],
  });
  await visitor.keyboard('bridge');
  expect(name).toHaveFocus();
  expect(name).toHaveValue('Up the bridge');
});

test('runs are saved, named, and deleted with undo', async () => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  await visitor.click(await screen.findByRole('button', { name: 'Save result' }));
  const runs = await screen.findByRole('region', { name: 'Saved results' });
  const [reading] = within(runs).getAllByText('01:30.00');
  if (reading === undefined) throw new Error('no reading');
  expect(reading).toBeVisible();
  await visitor.click(reading);
  await visitor.type(
    within(runs).getByRole('textbox', { name: 'Name of this result' }),
    'Sunday{Enter}',
  );
  expect(within(runs).getByText('Sunday')).toBeVisible();
  expect(
    within(runs)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['LapLap timeTotal', '2 Fastest00:30.0001:30.00', '1 Slowest01:00.0001:00.00']);

  // A reset does not delete it, and a second one is added above it.
  await visitor.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.queryByRole('button', { name: 'Save result' })).not.toBeInTheDocument();
  expect(reading).toBeVisible();

  await visitor.click(within(runs).getByRole('button', { name: 'Delete result' }));
  expect(screen.queryByRole('region', { name: 'Saved results' })).not.toBeInTheDocument();
  const undo = await screen.findAllByRole('button', { name: 'Undo' });
  await visitor.click(undo.at(-1) ?? document.body);
  expect(await screen.findByText('Sunday')).toBeVisible();
});

test('runs that are deleted while the message is shown are undone together', async () => {
  const run = { elapsed: 60_000, lapTotals: [], lapNames: [] };
  const runs = ['Third', 'Second', 'First'].map((name, index) => ({
    ...run,
    name,
    savedAt: 1_000 - index,
  }));
  localStorage.setItem('stopwatch-runs:v1', JSON.stringify(runs));
  const visitor = await renderSite('/stopwatch/en');
  for (const name of ['Third', 'First']) {
    const row = (await screen.findByText(name)).closest('li') ?? document.body;
    await visitor.click(within(row).getByText(name));
    await visitor.click(within(row).getByRole('button', { name: 'Delete result' }));
  }
  expect(await screen.findByText('2 results deleted')).toBeVisible();
  expect(savedRuns().map(({ name }) => name)).toEqual(['Second']);
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  expect(savedRuns()).toEqual(runs);
});

test.each([
  ['here', (visitor: UserEvent) => visitor.click(screen.getByRole('button', { name: 'Start' }))],
  [
    'in another tab',
    () => {
      const started = { banked: 0, started: { wall: Date.now(), behindMs: 0 }, lapTotals: [] };
      localStorage.setItem('stopwatch:v1', JSON.stringify(started));
      window.dispatchEvent(new StorageEvent('storage', { key: 'stopwatch:v1' }));
    },
  ],
])('the undo of a reset ends when the stopwatch is started again %s', async (_, start) => {
  leaveStopwatch(90_000, [60_000]);
  const visitor = await renderSite('/stopwatch/en');
  await screen.findByRole('region', { name: 'Laps' });
  await visitor.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  await act(async () => {
    await start(visitor);
  });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});

test('invalid runs in storage are ignored, and fifty can be stored at most', async () => {
  const run = { savedAt: 1, elapsed: 1_000, name: 'Kept', lapTotals: [], lapNames: [] };
  const runs = [...Array(49).keys()].map((index) => ({ ...run, savedAt: 1_000 - index }));
  localStorage.setItem('stopwatch-runs:v1', JSON.stringify([{ savedAt: 'now' }, null, ...runs]));
  leaveStopwatch(90_000, []);
  const visitor = await renderSite('/stopwatch/en');
  const save = await screen.findByRole('button', { name: 'Save result' });
  expect(await screen.findAllByText('Kept')).toHaveLength(49);
  await visitor.click(save);
  expect(await screen.findByText('Result saved')).toBeVisible();
  // The same run is not saved twice.
  await visitor.click(save);
  expect(screen.getAllByText('01:30.00')).toHaveLength(1);
  await visitor.click(screen.getByRole('button', { name: 'Start' }));
  await visitor.click(screen.getByRole('button', { name: 'Stop' }));
  await visitor.click(await screen.findByRole('button', { name: 'Save result' }));
  expect(await screen.findByText(/limit of 50 saved results/)).toBeVisible();
});
