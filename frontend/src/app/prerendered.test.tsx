// Every page as written by the build, parsed without running scripts.
import { beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../i18n/languages';
import { pageHeads } from '../pages/head-tags';
import { localisedPath } from '../pages/paths';
import { sitePages } from '../pages/site-pages';
import { htmlFiles } from '../prerender/pages';
import { rootFiles } from '../prerender/site-files';

const origin = '%%tokibako:html:origin%%';
const built = {
  font: '/assets/font.woff2',
  styles: '/assets/base.css',
  earlyScriptsOf: () => ['/assets/early.js'],
  languageData: '/assets/language-data',
  scriptsOf: () => ['/assets/main.js'],
};

/** All pages in all languages, on a small machine. */
const drawnWithinMs = 120_000;

const pages = new Map<string, { readonly html: string; readonly page: Document }>();

beforeAll(async () => {
  for (const { file, html } of await htmlFiles(built)) {
    // The test's browser would fetch it.
    const text = html.replace(/<link rel="stylesheet"[^>]*>/, '');
    pages.set(file, { html, page: new DOMParser().parseFromString(text, 'text/html') });
  }
}, drawnWithinMs);

function fileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

function read(path: string): { readonly html: string; readonly page: Document } {
  const found = pages.get(fileOf(path));
  if (found === undefined) throw new Error(`no page was written for ${path}`);
  return found;
}

const content = (page: Document, selector: string) =>
  page.querySelector(selector)?.getAttribute('content') ?? '';
const address = (page: Document, selector: string) =>
  page.querySelector(selector)?.getAttribute('href') ?? '';

const paths = sitePages.flatMap((page) =>
  languageCodes.map((language) => ({
    page,
    language,
    path: localisedPath(page.path, language),
  })),
);

test('there is a page for each path, and one for unknown paths', () => {
  const expected = [...paths.map(({ path }) => fileOf(path)), '404.html'];
  const others = languageCodes.filter((code) => code !== 'ja').map((code) => `404/${code}.html`);
  expect([...pages.keys()].sort()).toEqual([...expected, ...others].sort());
});

test('no two pages share a title or a description', () => {
  const titles = paths.map(({ path }) => read(path).page.title);
  expect(new Set(titles).size).toBe(titles.length);
  const descriptions = paths.map(({ path }) => content(read(path).page, '[name=description]'));
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

describe.each(paths)('$path', ({ page: sitePage, language, path }) => {
  test('has a title, a description and other tags in its head', () => {
    const { page } = read(path);
    expect(page.documentElement.lang).toBe(language);
    expect(page.title).not.toBe('');
    expect(content(page, '[name=description]')).not.toBe('');
    expect(content(page, '[name=keywords]')).not.toBe('');
    expect(address(page, '[rel=canonical]')).toBe(origin + path);
    expect(content(page, '[property="og:url"]')).toBe(origin + path);
    expect(content(page, '[property="og:title"]')).toBe(page.title);
    expect(address(page, '[rel=manifest]')).toBe(`/manifest-${language}.webmanifest`);
    expect(page.querySelector('[rel=manifest]')?.getAttribute('crossorigin')).toBe(
      'use-credentials',
    );
  });

  test('links itself in every language, and the English page as the default', () => {
    const alternates = [...read(path).page.querySelectorAll('[rel=alternate]')].map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ]);
    expect(alternates).toEqual([
      ...languageCodes.map((code) => [code, origin + localisedPath(sitePage.path, code)]),
      ['x-default', origin + localisedPath(sitePage.path, 'en')],
    ]);
  });

  test('can be read without scripts', () => {
    const { page, html } = read(path);
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(page.querySelector('main')?.textContent.length ?? 0).toBeGreaterThan(80);
    expect(page.querySelectorAll('footer a').length).toBeGreaterThanOrEqual(languageCodes.length);
    expect(html).not.toContain('<!--$?-->');
  });

  test('has one style element, and no inline scripts', () => {
    const { page } = read(path);
    expect(page.querySelectorAll('style')).toHaveLength(1);
    const inline = [...page.querySelectorAll('script:not([src])')];
    expect(inline.map((script) => script.getAttribute('type'))).toEqual([
      'application/ld+json',
      'application/json',
      'application/json',
    ]);
    for (const { textContent } of inline)
      expect(() => JSON.parse(textContent) as unknown).not.toThrow();
  });

  test('has structured data that match the page', () => {
    const { page } = read(path);
    const text = page.querySelector('[type="application/ld+json"]')?.textContent ?? '';
    const graph = (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'];
    const ofType = (type: string) => graph.find((node) => node['@type'] === type);
    expect(ofType('WebPage')).toMatchObject({
      name: page.title,
      inLanguage: language,
      speakable: { '@type': 'SpeakableSpecification' },
      mainContentOfPage: { cssSelector: '#main' },
    });
    const { speakable } = ofType('WebPage') as { speakable: { cssSelector: string[] } };
    const spoken = page.querySelectorAll(speakable.cssSelector.join());
    expect([...spoken].map(({ localName }) => localName)).toEqual(
      expect.arrayContaining(['h1', 'p']),
    );
    expect(ofType('BreadcrumbList')?.itemListElement).toHaveLength(sitePage.id === 'home' ? 1 : 2);
    const application = ofType('WebApplication');
    if (pageHeads[sitePage.id].isPlain === true) expect(application).toBeUndefined();
    else expect(application?.offers).toMatchObject({ price: '0', priceCurrency: 'USD' });
    const dated = sitePage.id === 'home' || sitePage.id === 'stopwatch';
    expect(ofType('WebPage')?.datePublished).toBe(dated ? '2025-03-01' : undefined);
    expect(ofType('WebPage')?.dateModified).toBe(dated ? '2025-03-02' : undefined);
  });
});

test('the home page shows each language’s name in that language', () => {
  const names = [...read('/en').page.querySelectorAll('main [lang]')];
  expect(names.map((name) => name.getAttribute('lang'))).toEqual(languageCodes);
});

test('the not-found page is in its language and not indexed', () => {
  for (const [file, language] of [
    ['404.html', 'ja'],
    ['404/en.html', 'en'],
  ] as const) {
    const page = pages.get(file)?.page;
    expect(page?.documentElement.lang).toBe(language);
    expect(page?.querySelector('[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(page?.querySelector('[rel=canonical]')).toBeNull();
    const languages = [...(page?.querySelectorAll('footer [hreflang][lang]') ?? [])];
    expect(languages.map((link) => link.getAttribute('href'))).toEqual(
      languageCodes.map((code) => localisedPath('/', code)),
    );
  }
});

describe('files at the root', () => {
  const texts = new Map(rootFiles('2026-01-02').map(({ file, text }) => [file, text]));

  test('the sitemap lists every page with its alternates', () => {
    const map = texts.get('sitemap.xml') ?? '';
    for (const { path } of paths) {
      expect(map).toContain(`<loc>%%tokibako:xml:origin%%${path}</loc>`);
    }
    expect(map.match(/hreflang=/g)).toHaveLength(paths.length * (languageCodes.length + 1));
  });

  test('robots.txt allows everything except the API', () => {
    expect(texts.get('robots.txt')).toContain('Disallow: /api/');
    expect(texts.get('robots.txt')).toContain('Sitemap: %%tokibako:text:origin%%/sitemap.xml');
  });

  test.each(languageCodes)('the manifest in %s has a start URL in that language', (language) => {
    const manifest = JSON.parse(texts.get(`manifest-${language}.webmanifest`) ?? '{}') as object;
    expect(manifest).toMatchObject({
      lang: language,
      start_url: localisedPath('/', language),
      display: 'standalone',
    });
  });
});
