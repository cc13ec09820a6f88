// The offer of the page in the visitor's own language.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

const offer = 'This page is also available in English';

beforeEach(() => {
  new FakeServer().install();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'ja']);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the offer is written in the offered language, and links the same page', async () => {
  const visitor = await renderSite('/timer');
  const link = await screen.findByRole('link', { name: offer });
  expect(link.closest('[lang]')).toHaveAttribute('lang', 'en');
  expect(link).toHaveAttribute('href', '/timer/en');
  await visitor.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'Timer' })).toBeVisible();
  expect(screen.queryByRole('link', { name: offer })).not.toBeInTheDocument();
  expect(localStorage.getItem('language-offer:v1')).toBe('true');
});

test('the offer is not repeated once it is dismissed', async () => {
  const visitor = await renderSite('/timer');
  await screen.findByRole('link', { name: offer });
  await visitor.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('link', { name: offer })).not.toBeInTheDocument();
  expect(localStorage.getItem('language-offer:v1')).toBe('true');
});

test('there is no offer if the page has the preferred language, or another one was chosen', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.click(await screen.findByRole('button', { name: 'Language: English' }));
  expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  await visitor.click(await screen.findByRole('menuitemradio', { name: '日本語' }));
  await waitFor(() => {
    expect(document.documentElement).toHaveAttribute('lang', 'ja');
  });
  expect(screen.queryByRole('link', { name: offer })).not.toBeInTheDocument();
});
