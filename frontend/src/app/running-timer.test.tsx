// The running timer in the corner of other pages, and what the previews of the home page show without any.
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
});

const endsIn = (ms: number) => ({
  enabled: 1 as const,
  endsAt: new Date(Date.now() + ms).toISOString(),
});

test('nothing is in the corner while no timer runs, and the home page invents no values', async () => {
  server.timers = [aTimer({ id: 4, label: 'Tea', enabled: 0, endsAt: null })];
  await renderSite('/en');
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('00:00')).toBeVisible();
  expect(main.queryByText('07:00')).toBeNull();
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: /Tea$/ })).toBeNull();
  });
});

test('the timer that ends first is in the corner of other pages, and leads to its list', async () => {
  server.timers = [
    aTimer({ id: 4, label: 'Tea', ...endsIn(160_000) }),
    aTimer({ id: 5, label: 'Bread', ...endsIn(900_000) }),
  ];
  const visitor = await renderSite('/stopwatch/en');
  const link = await screen.findByRole('link', { name: /^2:\d\d Tea$/ });
  await visitor.click(link);
  expect(await screen.findByRole('button', { name: 'Pause Tea' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Tea$/ })).toBeNull();
});
