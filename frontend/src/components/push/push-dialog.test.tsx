// The dialog for rings with the site closed: its explanations where push is not available, and its offer where it is.
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PushDevice } from '../../model/types';
import { deferInstallPrompt } from '../../push/install-prompt';
import { FakeServer } from '../../testing/fake-server';
import { renderSite } from '../../testing/render-site';

const device: PushDevice = {
  id: 'd-2',
  state: 'active',
  service: 'mozilla',
  language: 'en',
  hideLabels: false,
  ringFor: 600,
  unshownRings: 0,
  lastAcceptedAt: null,
  lastShownAt: null,
  createdAt: '2026-11-20T07:00:00Z',
};
let offer: object;
let devices: PushDevice[];

// Transforms the code before the tests, so that no test waits for it.
beforeAll(() => import('./push-dialog'));

beforeEach(() => {
  new FakeServer().install();
  const others = fetch;
  offer = { enabled: true, publicKey: 'AQID' };
  devices = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/push') return Promise.resolve(Response.json(offer));
    if (path === '/api/push/devices') return Promise.resolve(Response.json(devices));
    return others(path, init);
  });
  vi.stubGlobal('isSecureContext', true);
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'userAgent');
  Reflect.deleteProperty(navigator, 'vendor');
});

/** A browser that can show pushes, with a permission of this kind. */
function canPush(permission: NotificationPermission): void {
  const worker = Object.assign(new EventTarget(), { startMessages: () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission });
}

async function openDialog(): Promise<HTMLElement> {
  const visitor = await renderSite('/alarm/en');
  const name = 'Ring even when this site is closed';
  await visitor.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'Ring when this site is closed' });
}

const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15';
const turnOn = { name: 'Turn on for this device' };

test('the offer comes with what rings without it, from the first timer on', async () => {
  canPush('default');
  const visitor = await renderSite('/timer/en');
  await screen.findByRole('button', { name: 'Ring even when this site is closed' });
  const said = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);
  const words = 'It rings while this site is open, your device is awake, and the sound is on.';
  expect(said()).not.toContain(words);
  await visitor.click(await screen.findByRole('button', { name: /^Start a 5.min timer/ }));
  await waitFor(() => {
    expect(said()).toContain(words);
  });
});

test('says that the server sends no pushes', async () => {
  offer = { enabled: false, publicKey: null };
  canPush('default');
  const dialog = await openDialog();
  expect(await within(dialog).findByText(/operator of this site hasn’t set up/)).toBeVisible();
  expect(within(dialog).queryByRole('button', turnOn)).toBeNull();
});

test('lists supported browsers if this one is not', async () => {
  const dialog = await openDialog();
  expect(await within(dialog).findByText(/Current versions of Chrome, Edge/)).toBeVisible();
});

test('says that https is required', async () => {
  vi.stubGlobal('isSecureContext', false);
  canPush('default');
  const dialog = await openDialog();
  expect(await within(dialog).findByText(/need a secure connection/)).toBeVisible();
});

test('explains how to install the site on an iPhone', async () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/604.1';
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  const dialog = await openDialog();
  expect(await within(dialog).findAllByRole('listitem')).toHaveLength(3);
});

test('where hidden pages cannot ring, the first timer opens the dialog, and the second one does not', async () => {
  Object.defineProperty(navigator, 'userAgent', { value: safari, configurable: true });
  Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.', configurable: true });
  canPush('default');
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: /^Start a 5.min timer/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Ring when this site is closed' });
  expect(within(dialog).getByText(/^This browser pauses this page/)).toBeVisible();
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));

  await visitor.click(screen.getByRole('button', { name: /^Start a 3.min timer/ }));
  expect(await screen.findByRole('button', { name: /^Pause 3.min timer/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('where hidden pages ring, a timer opens no dialog', async () => {
  canPush('default');
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: /^Start a 5.min timer/ }));
  expect(await screen.findByRole('button', { name: /^Pause 5.min timer/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('where the browser offers to install the site, the dialog has a button for it until it was used', async () => {
  deferInstallPrompt();
  canPush('default');
  const prompt = vi.fn(() => Promise.resolve({ outcome: 'dismissed' }));
  const dialog = await openDialog();
  await within(dialog).findByRole('button', turnOn);
  expect(within(dialog).queryByRole('button', { name: 'Install Tokibako' })).toBeNull();
  act(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    window.dispatchEvent(Object.assign(event, { prompt }));
    expect(event.defaultPrevented).toBe(true);
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Install Tokibako' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(within(dialog).queryByRole('button', { name: 'Install Tokibako' })).toBeNull();
});

test('explains how to allow notifications that were blocked', async () => {
  canPush('denied');
  const dialog = await openDialog();
  expect(await within(dialog).findByText(/Notifications from this site are blocked/)).toBeVisible();
  expect(within(dialog).queryByRole('button', turnOn)).toBeNull();
});

test('lists other devices, and offers to turn it on for this one', async () => {
  devices = [device, { ...device, id: 'd-3', state: 'failing', service: 'other' }];
  canPush('default');
  const dialog = await openDialog();
  expect(await within(dialog).findByText('Firefox')).toBeVisible();
  expect(within(dialog).getByText('Hasn’t rung yet')).toBeVisible();
  expect(within(dialog).getAllByText('Added Nov 20, 2026')).toHaveLength(2);
  expect(within(dialog).getByRole('button', turnOn)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Test Firefox' })).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Test Unknown browser' })).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Remove Unknown browser' })).toBeVisible();
  expect(within(dialog).getByText('Notifications aren’t getting through')).toBeVisible();
});

test('the list takes the focus of a device that is removed', async () => {
  devices = [device, { ...device, id: 'd-3', service: 'other' }];
  canPush('default');
  const others = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method !== 'DELETE') return others(path, init);
    devices = [device];
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const dialog = await openDialog();
  await userEvent.click(
    await within(dialog).findByRole('button', { name: 'Remove Unknown browser' }),
  );
  await waitFor(() => {
    expect(within(dialog).getByText('Firefox').closest('ul')).toHaveFocus();
  });
  expect(within(dialog).queryByText('Unknown browser')).toBeNull();
});
