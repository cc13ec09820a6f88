// The digital clock page: 12 or 24 hours, and finding and pinning cities.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { myCities, toggleMyCity } from '../offline/my-cities';
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
  await waitFor(
    () => {
      const digits = screen.getByRole('main').querySelector('time');
      expect(digits?.parentElement).toHaveTextContent(text);
    },
    { timeout: patienceMs },
  );
}

/** For code and texts that are loaded meanwhile. */
const patienceMs = 5000;

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

test('a pinned zone that this browser does not know is named, with what to do', async () => {
  toggleMyCity('America/Newer_Place');
  await renderSite('/digital-clock/en');
  expect(
    await screen.findByText(
      /doesn’t know the time in America\/Newer Place. Update your browser/,
      undefined,
      {
        timeout: patienceMs,
      },
    ),
  ).toBeVisible();
});

test('a city that is pinned comes behind those that were pinned before', async () => {
  toggleMyCity('sao-paulo');
  const visitor = await renderSite('/digital-clock/en');
  expect(await screen.findByRole('button', { name: 'Unpin São Paulo' })).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Pin Tokyo' }));
  expect(myCities()).toEqual([
    { key: 'sao-paulo', name: '' },
    { key: 'tokyo', name: '' },
  ]);
});

/** Opens the page with a time in its address; the visitor's zone is UTC. */
async function openAt(path: string) {
  window.history.replaceState(null, '', path);
  return renderSite(path);
}

const slider = () => screen.getByRole('slider');
const rowsOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('on a 12-hour clock a held time has am and pm in the position of the language', async () => {
  localStorage.setItem('hours:v1', JSON.stringify('h12'));
  await openAt('/digital-clock?at=2026-07-01T16:30Z');
  await waitFor(() => {
    expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^午後4:30/));
  });
  expect(screen.getByRole('textbox', { name: 'お使いの地域の時刻' })).toHaveValue('午後4:30');
  await expectMainClock(/^午前\s?01:30$/);
});

test('a link holds its time in all clocks, until somebody goes back to now', async () => {
  const visitor = await openAt('/digital-clock/en?at=2026-07-01T16:30Z');
  await expectMainClock(/^01:30$/);
  expect(screen.getByRole('main')).toHaveTextContent('Thursday, July 2, 2026');
  expect(rowsOf('World clock')[0]).toMatch(/^New York.*4.h behindworking hours.*12:30$/);
  await waitFor(() => {
    expect(within(world()).getAllByRole('listitem')[0]).toHaveTextContent(/12:30(?!:)/);
  });
  expect(screen.getByRole('img', { name: /New York 12:30.*Tokyo 01:30/ })).toBeVisible();

  await visitor.click(screen.getByRole('button', { name: 'Back to now' }));
  await expectMainClock(/^\d\d:\d\d:\d\d$/);
});

test('the hand is moved by keys, and a time by typing it', async () => {
  const visitor = await openAt('/digital-clock/en?at=2026-07-01T16:30Z');
  await waitFor(() => {
    expect(slider()).toHaveAttribute('aria-valuenow', '990');
  });
  slider().focus();
  await visitor.keyboard('{ArrowRight}{PageUp}');
  await expectMainClock(/^02:45$/);
  await visitor.keyboard('{Home}');
  await expectMainClock(/^09:00$/);

  const time = screen.getByRole('textbox', { name: 'Your time' });
  await visitor.click(time);
  // Also while its reader is not loaded yet.
  await visitor.clear(time);
  await visitor.type(time, '1530');
  await expectMainClock(/^00:30$/);
  expect(slider()).toHaveAttribute('aria-valuenow', '930');
  await visitor.clear(time);
  await visitor.type(time, '99{Enter}');
  expect(time).toHaveAttribute('aria-invalid', 'true');
  // As after the last text that was a time.
  await expectMainClock(/^18:00$/);

  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-24' } });
  expect(rowsOf('World clock')[0]).toMatch(/December 24.*04:00$/);
  slider().focus();
  await visitor.keyboard('{Escape}');
  await expectMainClock(/^\d\d:\d\d:\d\d$/);
});

test('pinned cities are the rows of the map, and can be named, ordered and removed there', async () => {
  toggleMyCity('london');
  toggleMyCity('Asia/Thimphu', 'Base camp');
  const visitor = await openAt('/digital-clock/en?at=2026-07-01T18:30Z');
  await waitFor(() => {
    expect(rowsOf('Pinned cities')[0]).toMatch(/^London.*19:30$/);
  });
  expect(rowsOf('Pinned cities')[1]).toMatch(/^Base camp.*tomorrow.*00:30$/);

  await visitor.click(screen.getByRole('button', { name: 'Edit cities' }));
  const list = within(screen.getByRole('list', { name: 'Pinned cities' }));
  await visitor.click(list.getByRole('button', { name: 'Move Base camp up' }));
  expect(screen.getByText('Base camp: 1 of 2')).toBeInTheDocument();
  const name = list.getByRole('textbox', { name: 'Your name for London' });
  await visitor.type(name, 'Home{Enter}');
  await visitor.click(list.getByRole('button', { name: 'Remove Base camp' }));
  expect(screen.getByRole('list', { name: 'Pinned cities' })).toHaveFocus();
  expect(myCities()).toEqual([{ key: 'london', name: 'Home' }]);
});

test('cities that are removed come back together, with their names and in their order', async () => {
  toggleMyCity('london', 'Home');
  toggleMyCity('paris');
  toggleMyCity('Asia/Thimphu', 'Base camp');
  const before = myCities();
  const visitor = await openAt('/digital-clock/en?at=2026-07-01T18:30Z');
  await visitor.click(await screen.findByRole('button', { name: 'Unpin Home' }));
  await visitor.click(await screen.findByRole('button', { name: 'Edit cities' }));
  await visitor.click(screen.getByRole('button', { name: 'Remove Base camp' }));
  expect(await screen.findByText('Home and Base camp')).toBeVisible();
  expect(myCities()).toEqual([{ key: 'paris', name: '' }]);
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  expect(myCities()).toEqual(before);
});

test('another city becomes the large clock with one press, and stays it', async () => {
  const visitor = await openAt('/digital-clock/en');
  const main = () => screen.getByRole('heading', { name: /^(Tokyo|Berlin)/, level: 2 });
  expect(main()).toHaveTextContent('Tokyo');
  await visitor.click(screen.getByRole('button', { name: 'Show Berlin as the large clock' }));
  expect(main()).toHaveTextContent('Berlin');
  expect(localStorage.getItem('main-city:v1')).toBe('"berlin"');
  expect(await screen.findByText('Berlin is the large clock now')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Undo' }));
  expect(main()).toHaveTextContent('Tokyo');
});
