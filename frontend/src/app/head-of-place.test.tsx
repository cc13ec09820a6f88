// The links of the document's head are those of the page shown, whether or not the rest of its head came.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHeadOfPlace } from './head-of-place';
import type { ShownPage } from './routes';

beforeEach(() => {
  document.head.innerHTML = `
    <link rel="manifest" href="/site.en.webmanifest">
    <link rel="canonical" href="http://localhost:8080/alarm/en">
    <link rel="alternate" hreflang="de" href="http://localhost:8080/alarm/de">`;
});

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

const links = () =>
  Array.from(document.head.querySelectorAll('link'), (link) => link.getAttribute('href'));

test.each([
  ['never comes', () => new Promise<Response>(() => undefined)],
  ['fails', () => Promise.reject(new TypeError('no network'))],
])('on the way back from a page whose head %s', (_, answer) => {
  vi.stubGlobal('fetch', answer);
  const before = links();
  const { rerender } = renderHook(
    ({ page }: { readonly page: ShownPage }) => {
      useHeadOfPlace(page, 'en');
    },
    { initialProps: { page: 'alarm' } },
  );
  rerender({ page: 'timer' });
  expect(links().slice(1)).toEqual([
    'http://localhost:8080/timer/en',
    'http://localhost:8080/timer/de',
  ]);
  rerender({ page: 'alarm' });
  expect(links().slice(1)).toEqual(before.slice(1));
});
