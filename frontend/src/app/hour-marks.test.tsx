// The ruler of the next hour in the header: links to what rings, a menu of what rings together, nothing without a ring.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { anAlarm, aTimer } from '../testing/rows';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('browser-id', '7f3bb1b4-5d4e-4b3e-9a3d-0d6f2f3f0a11');
  server = new FakeServer().install();
});

/** In the middle of a minute of the clock, some minutes ahead. */
function inMinutes(minutes: number): string {
  return new Date(
    Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000 + 30_000,
  ).toISOString();
}

const ends = (minutes: number) => ({ enabled: 1 as const, endsAt: inMinutes(minutes) });

test('without a ring in the next hour the ruler has no marks', async () => {
  server.alarms = [anAlarm({ nextTrigger: inMinutes(90) })];
  server.timers = [aTimer({ label: 'Tea', enabled: 0, endsAt: null })];
  await renderSite('/timer/en');
  expect(await screen.findByRole('article', { name: 'Tea' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Next hour' })).toBeNull();
});

test('a mark names what rings, when, and leads to its row, which gets the focus', async () => {
  server.alarms = [
    anAlarm({ id: 3, time: '07:30', nextTrigger: inMinutes(20) }),
    anAlarm({ id: 4, label: 'Pills', nextTrigger: inMinutes(40) }),
  ];
  server.timers = [
    aTimer({ id: 8, label: 'Tea', ...ends(12) }),
    aTimer({ id: 9, totalSeconds: 600, ...ends(30) }),
  ];
  const visitor = await renderSite('/stopwatch/en');
  const ruler = await screen.findByRole('navigation', { name: 'Next hour' });
  await waitFor(() => {
    expect(within(ruler).getAllByRole('link')).toHaveLength(4);
  });
  const texts = within(ruler)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label')?.replaceAll('\u00a0', ' '));
  expect(texts).toEqual([
    'Tea, in 12 min, timer',
    '07:30, in 20 min, alarm',
    '10 min timer, in 30 min',
    'Pills, in 40 min, alarm',
  ]);
  await visitor.click(within(ruler).getByRole('link', { name: /^Pills/ }));
  const row = await screen.findByRole('listitem', { name: '07:00 Pills' });
  await waitFor(() => {
    expect(row).toHaveFocus();
  });
});

test('what rings in one minute is a menu with the number of rings', async () => {
  server.timers = [
    aTimer({ id: 8, label: 'Tea', ...ends(12) }),
    aTimer({ id: 9, label: 'Egg', ...ends(12) }),
  ];
  const visitor = await renderSite('/stopwatch/en');
  const group = await screen.findByRole('button', { name: /^Rings 2 times, the first in 12.min$/ });
  await visitor.click(group);
  await visitor.click(await screen.findByRole('menuitem', { name: /^Egg, in 12.min, timer$/ }));
  const row = await screen.findByRole('article', { name: 'Egg' });
  await waitFor(() => {
    expect(row).toHaveFocus();
  });
});
