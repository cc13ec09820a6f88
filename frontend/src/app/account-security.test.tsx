// The account dialog of a signed-in visitor: signing out, the password, other browsers, and deleting all data.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storedAccount } from '../identity/account-here';
import { adoptBrowserId } from '../identity/browser-id';
import { doubtAccount } from '../identity/identity';
import { toggleMyCity } from '../offline/my-cities';
import { unsaved } from '../offline/outbox';
import { createAlarm } from '../rows/alarms';
import { openAccount } from '../testing/account-dialog';
import { FakeServer, renewedUuid } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { aUser } from '../testing/rows';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const press = async (visitor: UserEvent, dialog: HTMLElement, name: string) => {
  await visitor.click(await within(dialog).findByRole('button', { name }));
};

describe('signed in', () => {
  beforeEach(() => {
    server.accounts = [aUser({ username: 'Hana' })];
    server.user = aUser({ username: 'Hana' });
  });

  test('the dialog shows the name, and signing out switches to a new browser id', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    expect(await within(dialog).findByText('Hana')).toBeVisible();
    expect(within(dialog).getByText(/2026/)).toBeVisible();
    localStorage.setItem('browser-id', aUser().uuid);
    await press(visitor, dialog, 'Sign out');
    expect(await screen.findByText('Your alarms and timers stay in your account.')).toBeVisible();
    expect(dialog).not.toBeInTheDocument();
    expect(localStorage.getItem('browser-id')).not.toBe(aUser().uuid);
  });

  test('the visitor stays signed in if signing out fails', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    await within(dialog).findByText('Hana');
    server.refusesWrites = true;
    await press(visitor, dialog, 'Sign out');
    expect(await screen.findByText('Couldn’t sign out')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Sign out' })).toBeEnabled();
  });

  describe('with changes that cannot be sent', () => {
    /** What the server does with new alarms. */
    let onNewAlarm: (() => Promise<Response>) | null = null;

    beforeEach(async () => {
      adoptBrowserId(aUser().uuid);
      storedAccount.write({ ownId: null, formerIds: [] });
      const respond = fetch;
      vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
        onNewAlarm !== null && path === '/api/alarms' && init.method === 'POST'
          ? onNewAlarm()
          : respond(path, init),
      );
      onNewAlarm = () => Promise.reject(new TypeError('Failed to fetch'));
      await createAlarm({ time: '05:15', repeat: 'daily', timezone: 'Asia/Tokyo' });
    });

    async function pressSignOut(): Promise<UserEvent> {
      const visitor = await renderSite('/alarm/en');
      const dialog = await openAccount(visitor);
      await press(visitor, dialog, 'Sign out');
      return visitor;
    }

    const askedAbout = async (text: string) => {
      const question = await screen.findByRole('dialog', { name: 'Sign out without saving?' });
      expect(question).toHaveTextContent(text);
      return question;
    };

    test.each([
      ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['a server without its database', () => Promise.resolve(new Response('', { status: 503 }))],
    ])('signing out asks first, and says how many: %s', async (_, respond) => {
      onNewAlarm = respond;
      const visitor = await pressSignOut();
      const question = await askedAbout('1 change you made here isn’t saved yet.');
      expect(server.writes).not.toContain('POST /api/logout');
      await press(visitor, question, 'Cancel');
      await waitFor(() => {
        expect(screen.getByRole('button', { name: 'Sign out' })).toHaveFocus();
      });
      expect(storedAccount.read()).not.toBeNull();
      expect(unsaved('alarms')).toHaveLength(1);
      await visitor.click(screen.getByRole('button', { name: 'Sign out' }));
      await visitor.click(await screen.findByRole('button', { name: 'Sign out anyway' }));
      expect(await screen.findByText('1 change you made here wasn’t saved.')).toBeVisible();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(server.writes.at(-1)).toBe('POST /api/logout');
      expect(storedAccount.read()).toBeNull();
      expect(localStorage.getItem('outbox:v1')).toBeNull();
    });

    test('what can be sent by now is sent first', async () => {
      onNewAlarm = null;
      await pressSignOut();
      expect(await screen.findByText('Your alarms and timers stay in your account.')).toBeVisible();
      expect(server.writes.filter((write) => !write.includes('/faults'))).toEqual([
        'POST /api/alarms',
        'POST /api/logout',
      ]);
      expect(server.alarms).toMatchObject([{ time: '05:15' }]);
    });

    test('what can be sent when somebody signs out anyway is saved', async () => {
      const visitor = await pressSignOut();
      await askedAbout('1 change you made here isn’t saved yet.');
      onNewAlarm = null;
      await visitor.click(screen.getByRole('button', { name: 'Sign out anyway' }));
      expect(await screen.findByText('Your alarms and timers stay in your account.')).toBeVisible();
      expect(server.alarms).toMatchObject([{ time: '05:15' }]);
    });

    test('a visitor who finds out that way that they were signed out elsewhere is told so', async () => {
      const own = '3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c';
      storedAccount.write({ ownId: own, formerIds: [] });
      const visitor = await renderSite('/alarm/en');
      const dialog = await openAccount(visitor);
      await within(dialog).findByText('Hana');
      server.user = null;
      doubtAccount();
      await press(visitor, dialog, 'Sign out');
      expect(await screen.findByText('1 change you made here wasn’t saved.')).toBeVisible();
      expect(localStorage.getItem('browser-id')).toBe(own);
      expect(server.writes).not.toContain('POST /api/logout');
    });
  });

  test('deleting all data asks first, and says that the account is deleted, too', async () => {
    const visitor = await renderSite('/timer/en');
    await press(visitor, await openAccount(visitor), 'Delete my data');
    const question = await screen.findByRole('dialog', { name: 'Delete your data?' });
    expect(question).toHaveTextContent('Your account “Hana” will also be deleted');
    await press(visitor, question, 'Cancel');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Delete my data' })).toHaveFocus();
    });
    expect(server.writes).toEqual([]);
    await visitor.click(screen.getByRole('button', { name: 'Delete my data' }));
    await visitor.click(await screen.findByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByText('Your data has been deleted')).toBeVisible();
    expect(server.writes).toEqual(['DELETE /api/browser']);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

test('a visitor who was signed out elsewhere is told so', async () => {
  storedAccount.write({ ownId: null, formerIds: [] });
  await renderSite('/alarm/en');
  expect(await screen.findByText('Signed out')).toBeVisible();
  expect(storedAccount.read()).toBeNull();
});

test('a visitor who was signed out elsewhere is told how many changes were not saved', async () => {
  adoptBrowserId(aUser().uuid);
  storedAccount.write({ ownId: null, formerIds: [] });
  server.isAway = true;
  await createAlarm({ time: '05:15', repeat: 'daily', timezone: 'Asia/Tokyo' });
  toggleMyCity('paris');
  server.isAway = false;
  await renderSite('/alarm/en');
  expect(await screen.findByText('Signed out')).toBeVisible();
  expect(screen.getByText('2 changes you made here weren’t saved.')).toBeVisible();
  expect(localStorage.getItem('outbox:v1')).toBeNull();
});

describe('the password and the signed-in browsers', () => {
  const sessions = [
    { id: 2, browser: 'Firefox', system: 'Windows', current: true },
    { id: 1, browser: null, system: null, current: false },
  ].map((session) => ({
    ...session,
    createdAt: '2026-11-20T04:00:00Z',
    lastUsedAt: '2026-11-21T04:00:00Z',
  }));

  beforeEach(() => {
    server.accounts = [aUser({ username: 'Hana' })];
    server.user = aUser({ username: 'Hana' });
    server.sessions = sessions;
    localStorage.setItem('browser-id', aUser().uuid);
  });

  async function openPassword(visitor: UserEvent): Promise<HTMLElement> {
    await press(visitor, await openAccount(visitor), 'Change password');
    return screen.findByRole('dialog', { name: 'Change password' });
  }

  test('a new password switches to another id', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openPassword(visitor);
    const present = within(dialog).getByLabelText('Current password');
    const next = within(dialog).getByLabelText('New password');
    expect(present).toHaveFocus();
    expect([present, next].map((field) => field.getAttribute('autocomplete'))).toEqual([
      'current-password',
      'new-password',
    ]);
    await visitor.type(present, 'wrong horse');
    await visitor.type(next, 'qwerty');
    await press(visitor, dialog, 'Change password');
    await waitFor(() => {
      expect(present).toHaveAccessibleDescription(
        'That’s not your current password. Check it and try again.',
      );
    });
    await visitor.clear(present);
    await visitor.type(present, 'correct horse');
    await press(visitor, dialog, 'Change password');
    await waitFor(() => {
      expect(next).toHaveAccessibleDescription(/too easy to guess/);
    });
    await visitor.clear(next);
    await visitor.type(next, 'three blue mice');
    await press(visitor, dialog, 'Change password');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(localStorage.getItem('browser-id')).toBe(renewedUuid);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('cancelling returns to the previous view', async () => {
    const visitor = await renderSite('/timer/en');
    await press(visitor, await openPassword(visitor), 'Cancel');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Change password' })).toHaveFocus();
    });
  });

  test('another browser is signed out, and this one switches to the new id', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    expect(await within(dialog).findByText('Firefox on Windows')).toBeVisible();
    expect(within(dialog).getByText('This browser')).toBeVisible();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
    await press(visitor, dialog, 'Sign out of Unknown browser');
    await waitFor(() => {
      expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
    });
    await waitFor(() => {
      expect(within(dialog).getByText('Firefox on Windows').closest('ul')).toHaveFocus();
    });
    expect(server.writes).toEqual(['DELETE /api/sessions/1']);
    expect(localStorage.getItem('browser-id')).toBe(renewedUuid);
    expect(within(dialog).queryByRole('button', { name: /all other browsers/ })).toBeNull();
  });

  test('all other browsers are signed out with one press', async () => {
    const visitor = await renderSite('/timer/en');
    const dialog = await openAccount(visitor);
    await press(visitor, dialog, 'Sign out of all other browsers');
    await waitFor(() => {
      expect(localStorage.getItem('browser-id')).toBe(renewedUuid);
    });
    expect(server.writes).toEqual(['DELETE /api/sessions']);
    expect(within(dialog).getByText('Hana')).toBeVisible();
    expect(await screen.findByText('Signed out of all other browsers')).toBeVisible();
  });

  test('the link of password managers opens the form, once', async () => {
    window.history.replaceState(null, '', '/#change-password');
    await renderSite('/en');
    expect(await screen.findByRole('dialog', { name: 'Change password' })).toBeVisible();
    expect(window.location.hash).toBe('');
  });
});
