// The proofs of the home page: what is promised depends on the server and on the browser.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptEstimate } from '../../time/synchronised-time';
import { takeSiteConfig } from '../../browser/site-config';
import { FakeServer } from '../../testing/fake-server';
import { renderSite } from '../../testing/render-site';
import { siteConfigOfTests } from '../../testing/site-config';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.install();
});

afterEach(() => {
  vi.unstubAllGlobals();
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
  expect(await screen.findByText('It rings when it’s closed')).toBeInTheDocument();
  expect(await screen.findByText('Ring even when this site is closed')).toBeInTheDocument();
});

test('without pushes of the server only an open page is promised', async () => {
  canPush();
  takeSiteConfig({ ...siteConfigOfTests, push: 'off' });
  await renderSite('/en');
  expect(await screen.findByText('It rings on every page')).toBeInTheDocument();
  expect(screen.queryByText('It rings when it’s closed')).toBeNull();
  expect(screen.getByText(/while this site is open, your device is awake/)).toBeInTheDocument();
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
    await screen.findByText('It needs nothing');
    expect(screen.queryByText(/works and rings without a connection/) !== null).toBe(isPromised);
  },
);
