// The site around the pages: languages, themes, tools, and unknown paths.
import { render, screen, waitFor, within } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../i18n/messages';
import { themeColors } from '../prerender/pages';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';
import { FailedPage } from './site';

beforeEach(() => {
  new FakeServer().install();
  document.head.innerHTML = '<meta name="description" content="of the page before">';
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.className = '';
  document.head.replaceChildren();
});

test('Japanese paths have no language suffix', async () => {
  await renderSite('/timer');
  expect(await screen.findByRole('heading', { level: 1, name: 'タイマー' })).toBeVisible();
  expect(document.documentElement).toHaveAttribute('lang', 'ja');
  await waitFor(() => {
    expect(document.title).toBe('無料オンラインタイマー（カウントダウン）｜Tokibako');
  });
});

test('choosing another language opens the same page in it', async () => {
  const visitor = await renderSite('/timer');
  await visitor.click(await screen.findByRole('button', { name: '言語：日本語' }));
  await visitor.click(await screen.findByRole('menuitemradio', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Timer' })).toBeVisible();
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  const footer = screen.getByRole('contentinfo');
  expect(within(footer).getByRole('link', { name: '日本語' })).toHaveAttribute('href', '/timer');
  expect(within(footer).getByRole('link', { name: 'English' })).toHaveAttribute(
    'href',
    '/timer/en',
  );
});

test('the skip link focuses the content, and does not change the address', async () => {
  const visitor = await renderSite('/timer/en');
  const main = screen.getByRole('main');
  const scroll = vi.fn();
  main.scrollIntoView = scroll;
  await visitor.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(main).toHaveFocus();
  expect(scroll).toHaveBeenCalledOnce();
  expect(location.hash).toBe('');
});

test('the link of the present tool is marked', async () => {
  await renderSite('/alarm/en');
  const tools = within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main menu' });
  expect(within(tools).getByRole('link', { name: 'Alarm' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(within(tools).getByRole('link', { name: 'Timer' })).not.toHaveAttribute('aria-current');
});

test('the home page links the tools', async () => {
  const visitor = await renderSite('/en');
  const cards = await screen.findByRole('list', { name: 'Tools' });
  await visitor.click(within(cards).getByRole('link', { name: 'Alarm' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Alarm' })).toBeVisible();
  await waitFor(() => {
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

test.each(['/nowhere/en', '/timer/xx/en', '/alarm/en/en'])(
  '%s shows the not-found page',
  async (path) => {
    await renderSite(path);
    expect(await screen.findByRole('heading', { name: '404 Page not found' })).toBeVisible();
    const text = 'The page you’re looking for doesn’t exist or has been moved.';
    expect(screen.getByText(text)).toBeVisible();
    expect(document.title).toBe('404 - Page not found');
    expect(description()).toBe(text);
  },
);

test('a page that cannot be loaded has its own title and description', async () => {
  render(
    <IntlProvider locale="en" messages={await loadMessages('en', 'home')}>
      <FailedPage />
    </IntlProvider>,
  );
  expect(document.title).toBe('Something went wrong on this page');
  expect(description()).toMatch(/^Reloading the page/);
});

test('a chosen theme is applied and stored', async () => {
  document.head.insertAdjacentHTML('beforeend', themeColors);
  const visitor = await renderSite('/en');
  await visitor.click(await screen.findByRole('button', { name: 'Theme: System' }));
  await visitor.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement).toHaveClass('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(mediaOfThemeColors()).toEqual(['not all', 'all']);
  await visitor.click(await screen.findByRole('button', { name: 'Theme: Dark' }));
  await visitor.click(await screen.findByRole('menuitemradio', { name: 'Light' }));
  expect(mediaOfThemeColors()).toEqual(['all', 'not all']);
});

function mediaOfThemeColors(): (string | null)[] {
  return Array.from(document.querySelectorAll('meta[name="theme-color"]'), (meta) =>
    meta.getAttribute('media'),
  );
}

function description(): string | null | undefined {
  return document.querySelector('meta[name="description"]')?.getAttribute('content');
}

test('on a narrow screen the tools are in a side panel', async () => {
  const visitor = await renderSite('/en');
  // Below 768 px only; the test's own window is wider.
  await visitor.click(screen.getByRole('button', { name: 'Menu', hidden: true }));
  const panel = await screen.findByRole('dialog', { name: 'Menu' });
  await visitor.click(within(panel).getByRole('link', { name: 'Timer' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Timer' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
