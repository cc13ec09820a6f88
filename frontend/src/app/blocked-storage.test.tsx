// Browsers refuse storage in different ways: whichever they refuse, rows appear, rings come, and nothing else fails.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeAudio } from '../testing/fake-audio';
import { FakeServer } from '../testing/fake-server';
import { aTimer } from '../testing/rows';

/** The page loads all its code anew. */
const patiently = { timeout: 12_000 };
let server: FakeServer;

beforeEach(() => {
  // Each page starts with new modules.
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  installFakeAudio();
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const denied = () => new DOMException('The operation is insecure.', 'SecurityError');
const refuse = () => {
  throw denied();
};
const reject = () => Promise.reject(denied());

const refusals = {
  'localStorage that throws': () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  },
  'a BroadcastChannel that throws': () => {
    vi.stubGlobal('BroadcastChannel', function Refused() {
      refuse();
    });
  },
  'IndexedDB that throws': () => {
    vi.stubGlobal('indexedDB', { open: refuse, deleteDatabase: refuse });
  },
  'caches that reject': () => {
    vi.stubGlobal('caches', { keys: reject, open: reject, match: reject, delete: reject });
  },
  'locks that reject': () => {
    stubNavigator({ locks: { request: reject, query: reject } });
  },
  'service workers that reject': () => {
    const serviceWorker = Object.assign(new EventTarget(), {
      ready: new Promise(() => undefined),
      startMessages: () => undefined,
      register: reject,
      getRegistration: reject,
      getRegistrations: reject,
    });
    stubNavigator({ serviceWorker });
  },
} as const;

function stubNavigator(properties: object): void {
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    { value: value as unknown },
  ]);
  const described = Object.fromEntries(entries) as PropertyDescriptorMap;
  vi.stubGlobal('navigator', Object.create(navigator, described));
}

const cases = [
  ...Object.entries(refusals).map(([name, install]) => ({ name, install })),
  {
    name: 'all storage blocked',
    install: () => {
      Object.values(refusals).forEach((install) => {
        install();
      });
    },
  },
];

test.each(cases)('with $name a new timer appears, and a due one rings', async ({ install }) => {
  install();
  const { renderSite } = await import('../testing/render-site');
  const { takeLanguageDataFrom } = await import('../i18n/language-data');
  const { builtLanguageData } = await import('../prerender/built-language-data');
  const { takeSiteConfig } = await import('../browser/site-config');
  const { siteConfigOfTests } = await import('../testing/site-config');
  await import('./every-page');
  takeLanguageDataFrom(builtLanguageData);
  takeSiteConfig(siteConfigOfTests);
  server.timers = [
    aTimer({ id: 1, label: 'Tea', enabled: 1, endsAt: new Date(Date.now() + 300).toISOString() }),
  ];
  const user = await renderSite('/timer/en');
  const stop = await screen.findByRole('button', { name: 'Stop' }, patiently);
  await waitFor(() => {
    expect(stop.closest('dialog')).not.toHaveAttribute('data-early');
  });
  // The test's browser does not notice that the button takes the pointer now.
  fireEvent.click(stop);
  await user.click(await screen.findByRole('button', { name: 'Start a 3 min timer' }));
  expect(await screen.findByRole('button', { name: 'Pause 3\u00a0min timer' })).toBeVisible();
});
