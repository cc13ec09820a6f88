// Buttons that are pressed while the code of what they open is still being loaded.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWholePage } from './loaded-page';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

/** The code is loaded when the test says so. It is asked for once: by a click without a pointer and without focus. */
const { settingsCome, restoreComes, menuComes } = vi.hoisted(() => {
  const later = () => {
    let load: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    return { loaded, load };
  };
  return { settingsCome: later(), restoreComes: later(), menuComes: later() };
});
vi.mock('./settings', async (original) => {
  await settingsCome.loaded;
  return original();
});
vi.mock('../features/account/restore/restore-form', async (original) => {
  await restoreComes.loaded;
  return original();
});
vi.mock('../components/menus/menu-list', async (original) => {
  await menuComes.loaded;
  return original();
});

beforeAll(async () => {
  await loadWholePage('/alarm/en');
}, 60_000);

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const loadingText = 'Loading…';

test('a press is shown at once, told after a second, and opens one dialog when its code is there', async () => {
  await renderSite('/alarm/en');
  const settings = screen.getByRole('button', { name: 'Settings' });
  fireEvent.click(settings);
  await waitFor(() => {
    expect(settings).toHaveAttribute('aria-busy', 'true');
  });
  expect(await screen.findByText(loadingText)).toHaveRole('status');
  fireEvent.click(settings);

  settingsCome.load();
  expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeVisible();
  expect(settings).not.toHaveAttribute('aria-busy');
  expect(screen.queryByText(loadingText)).not.toBeInTheDocument();
});

test('in a dialog, beside which all is inert, the dialog says it', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.click(screen.getByRole('button', { name: 'Account' }));
  const account = await screen.findByRole('dialog', { name: 'Account' });
  fireEvent.click(await within(account).findByRole('button', { name: 'Add from a file…' }));
  expect(await within(account).findByText(loadingText)).toHaveRole('status');
  restoreComes.load();
  expect(await screen.findByRole('dialog', { name: 'Add from a file' })).toBeVisible();
});

test('a menu opens late, too', async () => {
  await renderSite('/alarm/en');
  const theme = screen.getByRole('button', { name: 'Theme: System' });
  fireEvent.click(theme);
  await waitFor(() => {
    expect(theme).toHaveAttribute('aria-busy', 'true');
  });
  menuComes.load();
  expect(await screen.findByRole('menu')).toBeVisible();
});
