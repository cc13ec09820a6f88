// The privacy page: the link in the footer, and the facts that depend on the server's settings.
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeSiteConfig, type SiteConfig } from '../browser/site-config';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const set: SiteConfig = {
  origin: 'https://time.example',
  operator: { name: 'Box & Hand', url: 'https://box.example', address: '', services: '' },
  tools: {
    'url-shortener': 'https://short.example',
    'speed-test': 'https://speed.example',
    'qr-code': 'https://qr.example',
    'image-cropper': 'https://crop.example',
    'time-tracker': 'https://track.example',
  },
  retentionDays: '30',
  registration: 'on',
  serviceWorker: 'on',
  failedSignIns: 'off',
  weatherProvider: 'open-meteo',
  push: 'on',
};

test('the footer links the page', async () => {
  const visitor = await renderSite('/en');
  const footer = screen.getByRole('contentinfo');
  await visitor.click(within(footer).getByRole('link', { name: 'Privacy' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});

test('the page names the operator, and how long data are kept', async () => {
  takeSiteConfig(set);
  await renderSite('/privacy/en');
  const operator = await screen.findByRole('region', { name: 'Who’s responsible for your data?' });
  expect(operator).toHaveTextContent('Box & Hand');
  expect(within(operator).getByText('https://box.example')).toHaveAttribute(
    'href',
    'https://box.example',
  );
  expect(screen.getByText(/for 30 days/)).toBeVisible();
  expect(screen.getByText(/doesn’t delete a browser’s data automatically/)).not.toBeVisible();
});

test('without a time limit the page says that nothing is deleted automatically', async () => {
  takeSiteConfig({ ...set, retentionDays: 'off' });
  await renderSite('/privacy/en');
  expect(await screen.findByText(/doesn’t delete a browser’s data automatically/)).toBeVisible();
  expect(screen.getByText(/is deleted automatically/)).not.toBeVisible();
});

test.each([
  {
    provider: 'open-meteo',
    seen: [/doesn’t connect to any other/, /Open-Meteo/],
    unseen: [/WeatherAPI/],
  },
  {
    provider: 'weatherapi',
    seen: [/from WeatherAPI/],
    unseen: [/doesn’t connect to any other/, /Open-Meteo/],
  },
  { provider: 'off', seen: [/doesn’t connect to any other/], unseen: [/Open-Meteo/, /WeatherAPI/] },
])(
  'with $provider the page says which other hosts are contacted',
  async ({ provider, seen, unseen }) => {
    takeSiteConfig({ ...set, weatherProvider: provider });
    await renderSite('/privacy/en');
    const others = within(await screen.findByRole('region', { name: 'Third parties' }));
    for (const text of seen) expect(others.getByText(text)).toBeVisible();
    for (const text of unseen) expect(others.getByText(text)).not.toBeVisible();
  },
);
