// The proofs for new visitors, on the home page and in the place of empty lists: what is promised depends on the server and
// on the browser.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptEstimate } from '../../time/synchronised-time';
import { takeSiteConfig } from '../../browser/site-config';
import { FakeServer } from '../../testing/fake-server';
import { renderSite } from '../../testing/render-site';
import { anAlarm, aUser } from '../../testing/rows';
import { siteConfigOfTests } from '../../testing/site-config';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.install();
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  takeSiteConfig(siteConfigOfTests);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser that can show pushes. */
function canPush(): void {
  const worker = Object.assign(new EventTarget(), { startMessages: () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission: 'default' });
}

test('where the server sends pushes and the browser shows them, rings of a closed site are promised', async () => {
  canPush();
  await renderSite('/en');
  expect(await screen.findByText('Rings even when the site is closed')).toBeInTheDocument();
  expect(await screen.findByText('Ring even when this site is closed')).toBeInTheDocument();
});

test('without pushes of the server only an open page is promised', async () => {
  canPush();
  takeSiteConfig({ ...siteConfigOfTests, push: 'off' });
  await renderSite('/en');
  expect(await screen.findByText('Rings on every page of this site')).toBeInTheDocument();
  expect(screen.queryByText('Rings even when the site is closed')).toBeNull();
  expect(screen.getByText(/while this site is open, your device is awake/)).toBeInTheDocument();
});

test.each(['alarm', 'timer'])(
  'the %s page says the same until there is something that rings',
  async (tool) => {
    canPush();
    await renderSite(`/${tool}/en`);
    expect(await screen.findByText('Rings even when the site is closed')).toBeVisible();
    expect(screen.getByText('Rings on every page of this site')).not.toBeVisible();
    expect(screen.getByText(/your alarms and timers work in this browser only/)).toBeVisible();
    expect(screen.queryByText(/snooze or stop/) === null).toBe(tool === 'timer');
  },
);

test('a browser that shows no notifications is told when an open page rings', async () => {
  await renderSite('/timer/en');
  expect(await screen.findByText('Rings on every page of this site')).toBeVisible();
  expect(screen.getByText('Rings even when the site is closed')).not.toBeVisible();
});

test('with an alarm only the offer stays', async () => {
  canPush();
  server.alarms = [anAlarm()];
  await renderSite('/alarm/en');
  await screen.findByRole('switch');
  expect(await screen.findByText('Ring even when this site is closed')).toBeInTheDocument();
  expect(screen.queryByText('Rings even when the site is closed')).toBeNull();
});

test('an account has its alarms and timers elsewhere, too', async () => {
  server.user = aUser();
  localStorage.setItem('browser-id', server.user.uuid);
  localStorage.setItem('account:v1', JSON.stringify({ ownId: null }));
  await renderSite('/alarm/en');
  expect(await screen.findByText('Rings on every page of this site')).toBeVisible();
  expect(screen.queryByText(/belong to this browser/)).toBeNull();
});

test('the measured error of the device’s clock is drawn and written', async () => {
  await renderSite('/en');
  await screen.findByText('It’s accurate');
  adoptEstimate({ offset: Date.now() - performance.now() + 214, errorBound: 2 });
  await waitFor(() => {
    expect(screen.getByText(/^Your device’s clock [-−]0\.2\d\d sec$/)).toBeInTheDocument();
  });
  expect(screen.getByText('Tokibako ±0.002 sec')).toBeInTheDocument();
});

test.each([
  ['on', true],
  ['push-only', false],
  ['off', false],
])(
  'with the service worker %s, use without a connection is promised: %s',
  async (serviceWorker, isPromised) => {
    takeSiteConfig({ ...siteConfigOfTests, serviceWorker });
    await renderSite('/en');
    await screen.findByText('Nothing to set up');
    expect(screen.queryByText(/the tools work offline, too/) !== null).toBe(isPromised);
  },
);
