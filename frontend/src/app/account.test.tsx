// The account dialog: signing in, creating an account, and the visitor's data.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { takeSiteConfig } from '../browser/site-config';
import { openAccount } from '../testing/account-dialog';
import { toggleMyCity } from '../offline/my-cities';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { aTimer, aUser } from '../testing/rows';
import { siteConfigOfTests } from '../testing/site-config';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function type(visitor: UserEvent, dialog: HTMLElement, name: string, password: string) {
  await visitor.type(await within(dialog).findByLabelText('Username'), name);
  await visitor.type(within(dialog).getByLabelText('Password'), password);
}

const press = async (visitor: UserEvent, dialog: HTMLElement, name: string) => {
  await visitor.click(await within(dialog).findByRole('button', { name }));
};

test('the user is not fetched before the dialog opens', async () => {
  const visitor = await renderSite('/timer/en');
  await screen.findByText('No timers yet');
  const asked = () => server.sent.filter(({ path }) => path === '/api/user');
  expect(asked()).toEqual([]);
  const dialog = await openAccount(visitor);
  await within(dialog).findByLabelText('Username');
  expect(asked()).toHaveLength(1);
});

test('signing in switches to the id of the account, and hands over this browser’s rows on request', async () => {
  server.timers = [aTimer({ label: 'Noodles' })];
  server.accounts = [aUser({ username: 'Hana' })];
  const visitor = await renderSite('/timer/en');
  await screen.findByText('Noodles');
  const dialog = await openAccount(visitor);
  await type(visitor, dialog, 'Hana', 'correct horse');
  const bring = within(dialog).getByRole('checkbox', { name: /Add this browser/ });
  expect(bring).not.toBeChecked();
  await visitor.click(bring);
  await press(visitor, dialog, 'Sign in');
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  });
  expect(server.sent.find(({ path }) => path === '/api/login')?.body).toEqual({
    username: 'Hana',
    password: 'correct horse',
    bring: true,
  });
  expect(localStorage.getItem('browser-id')).toBe(aUser().uuid);
  expect(await screen.findByText('Here are your alarms and timers.')).toBeVisible();
});

test('without rows there is no choice about handing them over', async () => {
  server.accounts = [aUser({ username: 'Hana' })];
  const visitor = await renderSite('/timer/en');
  await screen.findByText('No timers yet');
  const dialog = await openAccount(visitor);
  await type(visitor, dialog, 'Hana', 'correct horse');
  await waitFor(() => {
    expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
  });
  await press(visitor, dialog, 'Sign in');
  await waitFor(() => {
    expect(server.sent.find(({ path }) => path === '/api/login')?.body).toMatchObject({
      bring: false,
    });
  });
});

test('the choice is offered if the lists could not be fetched', async () => {
  server.accounts = [aUser({ username: 'Hana' })];
  server.refusesReadsOf = '/api/alarms';
  const visitor = await renderSite('/timer/en');
  await screen.findByText('No timers yet');
  const dialog = await openAccount(visitor);
  await type(visitor, dialog, 'Hana', 'correct horse');
  expect(within(dialog).getByRole('checkbox', { name: /Add this browser/ })).not.toBeChecked();
  await press(visitor, dialog, 'Sign in');
  await waitFor(() => {
    expect(server.sent.find(({ path }) => path === '/api/login')?.body).toMatchObject({
      bring: false,
    });
  });
});

test('no account can be created if registration is closed', async () => {
  takeSiteConfig({ ...siteConfigOfTests, registration: 'off' });
  const visitor = await renderSite('/timer/en');
  const dialog = await openAccount(visitor);
  expect(await within(dialog).findByText(/isn’t taking new accounts/)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Create an account' })).toBeNull();
  takeSiteConfig(siteConfigOfTests);
});

test('a new account is validated while typing, and created', async () => {
  const visitor = await renderSite('/timer/en');
  const dialog = await openAccount(visitor);
  await press(visitor, dialog, 'Create an account');
  await type(visitor, dialog, 'Ha', '12345');
  expect(await within(dialog).findByText('Use at least 6 characters.')).toBeVisible();
  expect(within(dialog).getByLabelText('Username')).toHaveAccessibleDescription(
    'Use at least 3 characters.',
  );
  expect(within(dialog).getByLabelText('Username')).toBeInvalid();
  await type(visitor, dialog, 'na', '6');
  await press(visitor, dialog, 'Create account');
  expect(await screen.findByText('Account created')).toBeVisible();
  expect(server.writes).toEqual(['POST /api/register']);
});

describe('after a refusal the input is kept', () => {
  test('a wrong name or password is reported at the password', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    await type(visitor, dialog, 'Hana', 'wrong horse');
    await press(visitor, dialog, 'Sign in');
    expect(await screen.findByText('Couldn’t sign in')).toBeVisible();
    const password = within(dialog).getByLabelText('Password');
    expect(password).toHaveAccessibleDescription(
      'Wrong username or password. Check both and try again.',
    );
    await waitFor(() => {
      expect(password).toHaveFocus();
    });
    expect(password).toHaveValue('wrong horse');
    expect(within(dialog).getByLabelText('Username')).toHaveValue('Hana');
    await visitor.type(within(dialog).getByLabelText('Username'), 'h');
    expect(password).toBeValid();
  });

  test('but the error is removed on the way to a new account', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    await type(visitor, dialog, 'Hana', 'wrong horse');
    await press(visitor, dialog, 'Sign in');
    const password = within(dialog).getByLabelText('Password');
    await waitFor(() => {
      expect(password).toBeInvalid();
    });
    await press(visitor, dialog, 'Create an account');
    expect(password).toBeValid();
    expect(password).toHaveValue('wrong horse');
  });

  test('a taken name is reported at the name, in both modes', async () => {
    server.accounts = [aUser({ username: 'Hana' })];
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    await type(visitor, dialog, 'Hana', 'another horse');
    await press(visitor, dialog, 'Create an account');
    await press(visitor, dialog, 'Create account');
    const name = within(dialog).getByLabelText('Username');
    await waitFor(() => {
      expect(name).toHaveAccessibleDescription('That username is taken. Try another one.');
    });
    expect(name).toHaveFocus();
    expect(within(dialog).getByLabelText('Password')).toHaveValue('another horse');
  });

  test.each([
    [429, { 'Retry-After': '25' }, 'Too many attempts. Try again in 25 s.'],
    [503, { 'Retry-After': '2' }, /Couldn’t reach our server/],
  ])('status %i says when to try again', async (status, headers, text) => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    await type(visitor, dialog, 'Hana', 'correct horse');
    server.refusal = { status, headers };
    await press(visitor, dialog, 'Sign in');
    expect(await screen.findByText(text)).toBeVisible();
    expect(within(dialog).getByLabelText('Password')).toHaveValue('correct horse');
  });
});

test('a button shows the password', async () => {
  const visitor = await renderSite('/timer/en');
  const dialog = await openAccount(visitor);
  const password = await within(dialog).findByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  const show = within(dialog).getByRole('button', { name: 'Show password' });
  await visitor.click(show);
  expect(password).toHaveAttribute('type', 'text');
  expect(show).toHaveAttribute('aria-pressed', 'true');
});

test('fetching the user can be retried after a failure', async () => {
  server.refusesReads = true;
  const visitor = await renderSite('/timer/en');
  const dialog = await openAccount(visitor);
  expect(await within(dialog).findByText(/Couldn’t check whether you’re signed in/)).toBeVisible();
  server.refusesReads = false;
  await press(visitor, dialog, 'Try again');
  expect(await within(dialog).findByLabelText('Username')).toBeVisible();
});

test('all data are downloaded as a file with the date in its name', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  toggleMyCity('tokyo');
  const run = { savedAt: 5, elapsed: 10, name: '', lapTotals: [], lapNames: [] };
  localStorage.setItem('stopwatch-runs:v1', JSON.stringify([run]));
  const visitor = await renderSite('/timer/en');
  await press(visitor, await openAccount(visitor), 'Download my data');
  await waitFor(() => {
    expect(names).toEqual(['tokibako-2026-11-21.json']);
  });
  const [file] = made.mock.calls[0] ?? [];
  const text = file instanceof Blob ? await file.text() : '';
  expect(JSON.parse(text)).toMatchObject({
    notice: expect.stringContaining('browser’s ID') as string,
    alarms: [],
    timers: [],
    account: null,
    cities: [{ key: 'tokyo', name: '' }],
    stopwatchRuns: [{ savedAt: 5, elapsed: 10 }],
  });
  vi.restoreAllMocks();
});

test('the panel of narrow screens has the account button, too', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(screen.getByRole('button', { name: 'Menu', hidden: true }));
  const panel = await screen.findByRole('dialog', { name: 'Menu' });
  await press(visitor, panel, 'Account');
  expect(await screen.findByRole('dialog', { name: 'Account' })).toBeVisible();
  expect(panel).not.toBeInTheDocument();
});

test('the dialog links the privacy page', async () => {
  const visitor = await renderSite('/timer/en');
  const dialog = await openAccount(visitor);
  await visitor.click(await within(dialog).findByRole('link', { name: 'Privacy' }));
  await waitFor(() => {
    expect(document.title).toMatch(/^Privacy/);
  });
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(dialog).not.toBeInTheDocument();
});
