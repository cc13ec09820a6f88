// The digital clock page: 12 or 24 hours, and finding and pinning cities.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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

/** The time on the page's large clock, with the text beside its digits. */
async function expectMainClock(text: RegExp): Promise<void> {
  await waitFor(() => {
    const digits = screen.getByRole('main').querySelector('time');
    expect(digits?.parentElement).toHaveTextContent(text);
  });
}

test('the page switches between 24 and 12 hours, and has 24 again on the next visit', async () => {
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

test('missing weather is reported, and leaves no placeholder', async () => {
  await renderSite('/digital-clock/en');
  const main = await screen.findByRole('main');
  const words = await within(main).findAllByText('No weather right now');
  expect(words[0]?.childElementCount).toBe(0);
});

test('cities are found by search, and a pinned one stays at the top', async () => {
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

test('a zone without a city is added by search, and stays on the next visit', async () => {
  const visitor = await renderSite('/digital-clock/en');
  await visitor.type(await screen.findByRole('searchbox', { name: 'Find a city' }), 'thimphu');
  await visitor.click(await within(world()).findByRole('button', { name: 'Add Thimphu, Bhutan' }));
  expect(within(world()).queryByRole('button', { name: 'Add Thimphu, Bhutan' })).toBeNull();

  cleanup();
  await renderSite('/digital-clock/en');
  expect(await screen.findByRole('button', { name: 'Unpin Thimphu' })).toBeVisible();
  expect(within(world()).getAllByRole('listitem')[0]).toHaveTextContent('Asia/Thimphu');
});

test('cities that were pinned in an older version come first', async () => {
  localStorage.setItem('pinned-cities:v1', JSON.stringify(['sao-paulo']));
  const visitor = await renderSite('/digital-clock/en');
  expect(await screen.findByRole('button', { name: 'Unpin São Paulo' })).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Pin Tokyo' }));
  expect(JSON.parse(localStorage.getItem('my-cities:v1') ?? '')).toEqual([
    { key: 'sao-paulo', name: '' },
    { key: 'tokyo', name: '' },
  ]);
});

test('on a 12-hour clock the converter shows am and pm in the position of the language', async () => {
  localStorage.setItem('hours:v1', JSON.stringify('h12'));
  const path = '/digital-clock?at=2026-07-01T16:30Z';
  window.history.replaceState(null, '', path);
  await renderSite(path);
  const dialog = await screen.findByRole('dialog', { name: '時刻の変換' });
  const slider = within(dialog).getByRole('slider');
  expect(slider).toHaveAttribute('aria-valuetext', '午後4:30');
  expect(dialog).toHaveTextContent(/午後\s*04:30/);
});

test('the converter shows a time in all cities, which can be renamed, ordered and removed', async () => {
  localStorage.setItem(
    'my-cities:v1',
    JSON.stringify([
      { key: 'london', name: '' },
      { key: 'Asia/Thimphu', name: 'Base camp' },
    ]),
  );
  window.history.replaceState(null, '', '/digital-clock/en?at=2026-07-01T16:30Z');
  const visitor = await renderSite('/digital-clock/en?at=2026-07-01T16:30Z');
  const dialog = within(await screen.findByRole('dialog', { name: 'Time converter' }));
  const rows = () => dialog.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows()[0]).toMatch(/^London.*17:30$/);
  expect(rows()[1]).toMatch(/^Base camp.*22:30$/);

  const slider = dialog.getByRole('slider', { name: 'Your time' });
  fireEvent.change(slider, { target: { value: Number(slider.getAttribute('value')) + 90 } });
  expect(rows()[0]).toMatch(/^London.*19:00$/);
  expect(rows()[1]).toMatch(/^Base camp.*tomorrow.*00:00$/);
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-12-24' } });
  expect(rows()[0]).toMatch(/December 24.*18:00$/);

  await visitor.click(dialog.getByRole('button', { name: 'Edit cities' }));
  await visitor.click(dialog.getByRole('button', { name: 'Move Base camp up' }));
  expect(dialog.getByRole('status')).toHaveTextContent('Base camp: 1 of 2');
  const name = dialog.getByRole('textbox', { name: 'Your name for London' });
  await visitor.type(name, 'Nope');
  // The browser would close the dialog.
  expect(fireEvent.keyDown(name, { key: 'Escape' })).toBe(false);
  expect(name).toHaveValue('');
  await visitor.type(dialog.getByRole('textbox', { name: 'Your name for London' }), 'Home{Enter}');
  await visitor.type(dialog.getByRole('searchbox', { name: 'Add a city or time zone' }), 'kathm');
  await visitor.click(dialog.getByRole('button', { name: /^Kathmandu/ }));
  expect(dialog.getByRole('status')).toHaveTextContent('Kathmandu: 3 of 3');
  expect(document.activeElement).toContainElement(dialog.getByRole('searchbox'));
  await visitor.click(dialog.getByRole('button', { name: 'Remove Base camp' }));
  expect(dialog.getByRole('list', { name: 'Pinned cities' })).toHaveFocus();
  expect(JSON.parse(localStorage.getItem('my-cities:v1') ?? '')).toEqual([
    { key: 'london', name: 'Home' },
    { key: 'kathmandu', name: '' },
  ]);
});
