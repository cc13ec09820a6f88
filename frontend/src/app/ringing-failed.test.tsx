// A page whose ringing part fails says so, reports the fault, and works otherwise.
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

vi.mock('../features/ringing/ring-screen', () => ({
  Ringing: () => {
    throw new TypeError('out of order');
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('alarms that cannot ring in this tab are no secret', async () => {
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = new FakeServer().install();
  await renderSite('/timer/en');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Alarms and timers can’t ring in this tab. Reload the page.');
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await vi.waitFor(() => {
    expect(server.writes).toContain('POST /api/faults');
  });
});
