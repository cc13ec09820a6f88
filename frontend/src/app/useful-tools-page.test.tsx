// The useful-tools page, and the link in the footer.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const addresses = [
  'https://url-shortener.example',
  'https://speed-test.example',
  'https://qr-code.example',
  'https://image-cropper.example',
  'https://time-tracker.example',
];

test.each([
  { path: '/useful-tools', list: '姉妹サイト', suffix: '' },
  { path: '/useful-tools/en', list: 'Sister sites', suffix: '/en' },
])('$path links the sister sites in its language', async ({ path, list, suffix }) => {
  await renderSite(path);
  const links = within(await screen.findByRole('list', { name: list })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    addresses.map((address) => address + suffix),
  );
  for (const link of links) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  }
});

test('a link to a sister site has a description, and opens a new tab', async () => {
  await renderSite('/useful-tools/en');
  const link = await screen.findByRole('link', { name: 'QR code generator' });
  expect(link).toHaveAccessibleDescription('Opens in a new tab');
  expect(screen.getByText('More tools coming soon')).toBeVisible();
});

test.each([
  { path: '/useful-tools', back: 'ホームへ戻る', home: '/' },
  { path: '/useful-tools/en', back: 'Back to home', home: '/en' },
])('$path links the home page', async ({ path, back, home }) => {
  await renderSite(path);
  expect(await screen.findByRole('link', { name: back })).toHaveAttribute('href', home);
});

test('the footer links the page and names the operator', async () => {
  const visitor = await renderSite('/en');
  const footer = screen.getByRole('contentinfo');
  await waitFor(() => {
    expect(footer).toHaveTextContent(/© \d{4} Tokibako/);
  });
  await visitor.click(within(footer).getByRole('link', { name: 'Useful tools' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Useful tools' })).toBeVisible();
});
