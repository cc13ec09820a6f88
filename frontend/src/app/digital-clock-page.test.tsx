// The digital clock page: the hours it shows, and the cities that are found and pinned on it.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const world = () => screen.getByRole('region', { name: 'World clock' });

/** The time on the page's large clock, with what stands beside its digits. */
async function expectMainClock(text: RegExp): Promise<void> {
  await waitFor(() => {
    const digits = screen.getByRole('main').querySelector('time');
    expect(digits?.parentElement).toHaveTextContent(text);
  });
}

test('the hours of the page are 24 or 12, and 24 again on the next visit', async () => {
  const visitor = await renderSite('/digital-clock/en');
  const hours = () => screen.findByRole('switch', { name: '24-hour clock' });
  expect(await hours()).toBeChecked();
  await expectMainClock(/^\d\d:\d\d:\d\d$/);
  await visitor.click(await hours());
  await expectMainClock(/^(0\d|1[0-2]):\d\d:\d\d\s?(am|pm)$/);

  cleanup();
  await renderSite('/digital-clock/en');
  expect(await hours()).toBeChecked();
  await expectMainClock(/^\d\d:\d\d:\d\d$/);
});

test('weather that is not to be had says so, and leaves no grey bar', async () => {
  await renderSite('/digital-clock/en');
  const main = await screen.findByRole('main');
  const words = await within(main).findAllByText('No weather right now');
  expect(words[0]?.childElementCount).toBe(0);
});

test('cities are found, and a pinned one stays at the top', async () => {
  const visitor = await renderSite('/digital-clock/en');
  const search = await screen.findByRole('searchbox', { name: 'Find a city' });
  await visitor.type(search, 'brazil');
  expect(within(world()).getByRole('status')).toHaveTextContent('1 city found');
  await visitor.click(within(world()).getByRole('button', { name: 'Pin São Paulo' }));
  await visitor.clear(search);
  await visitor.type(search, 'zzz');
  expect(within(world()).getByText('No matching cities')).toBeVisible();

  cleanup();
  await renderSite('/digital-clock/en');
  expect(await screen.findByRole('button', { name: 'Unpin São Paulo' })).toBeVisible();
  expect(within(world()).getAllByRole('listitem')[0]).toHaveTextContent('São Paulo');
});
