// The document's head after a navigation within the site.
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../i18n/messages';
import { siteConfigOfTests } from '../testing/site-config';
import { useDocumentHead } from './site';
import type { ShownPage } from './routes';

const { origin } = siteConfigOfTests;
const request = vi.fn();

beforeEach(() => {
  vi.stubGlobal('fetch', request);
  document.head.innerHTML = `
    <link rel="manifest" href="/manifest-en.webmanifest">
    <meta name="keywords" content="alarm">
    <link rel="canonical" href="${origin}/alarm/en">
    <meta property="og:title" content="Alarm">
    <script type="application/ld+json">{}</script>`;
});

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

const content = (selector: string) => document.querySelector(selector)?.getAttribute('content');
const href = (selector: string) => document.querySelector(selector)?.getAttribute('href');

async function goTo(pages: readonly ShownPage[]): Promise<void> {
  const messages = await loadMessages('en', 'timer');
  const { rerender } = renderHook(
    ({ page }: { readonly page: ShownPage }) => {
      useDocumentHead({ page, language: 'en', messages });
    },
    { initialProps: { page: 'alarm' } },
  );
  pages.forEach((page) => {
    rerender({ page });
  });
}

test('the head has the links, texts and data of the new page, without a request', async () => {
  await goTo(['timer']);
  await waitFor(() => {
    expect(href('link[rel=canonical]')).toBe(`${origin}/timer/en`);
  });
  expect(href('link[hreflang=ja]')).toBe(`${origin}/timer`);
  expect(content('[property="og:title"]')).toMatch(/timer/i);
  expect(content('[name="twitter:description"]')).toBe(content('[property="og:description"]'));
  expect(content('[name=keywords]')).toBeUndefined();
  const data = JSON.parse(document.querySelector('script')?.textContent ?? '') as object;
  expect(JSON.stringify(data)).toContain(`${origin}/timer/en#page`);
  expect(request).not.toHaveBeenCalled();
});

test('the tags of a page that is left at once are never applied', async () => {
  await goTo(['timer', 'not-found']);
  await waitFor(() => {
    expect(content('[name=robots]')).toBe('noindex');
  });
  expect(document.querySelectorAll('link[rel=canonical], [property], script')).toHaveLength(0);
});
