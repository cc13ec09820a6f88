// All HTML pages of the site: the file, the page and language, and the HTML with its head.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { ServerStyleSheet } from 'styled-components';
import { loadWholePage, type LoadedPage } from '../app/loaded-page';
import { Site } from '../app/site';
import { takeSiteConfig, siteConfigElement } from '../browser/site-config';
import { defaultLanguage, languageCodes, type LanguageCode, directionOf } from '../i18n/languages';
import { type PageId, localisedPath, manifestPath } from '../pages/paths';
import { sitePages } from '../pages/site-pages';
import {
  siteConfigPlaceholders,
  dataScript,
  escaped,
  placeholder,
  type PlaceholderContext,
  textOf,
} from './markup';
import { showsCities, type ShownPage } from '../app/routes';
import {
  type EmbeddedData,
  type DataFile,
  embeddedDataElement,
  languageData,
} from '../i18n/language-data';
import {
  headTags,
  notFoundTags,
  type HeadSource,
  type HeadTag,
  pageHeads,
} from '../pages/head-tags';
import { structuredData } from '../pages/structured-data';
import { dark, light } from '../styles/tokens';

interface HtmlFile {
  /** Below `dist/pages`. */
  readonly file: string;
  readonly html: string;
}

/** All pages in all languages, and the not-found page in each. */
export async function htmlFiles(built: BuiltFiles): Promise<HtmlFile[]> {
  takeSiteConfig(siteConfigPlaceholders('html'));
  const files: HtmlFile[] = [];
  for (const { file, path } of allPaths()) {
    const loaded = await loadWholePage(path);
    files.push({ file, html: await documentText(loaded, rendered(loaded, path), built) });
  }
  return files;
}

function allPaths(): { readonly file: string; readonly path: string }[] {
  return languageCodes.flatMap((language) => [
    ...sitePages.map((page) => {
      const path = localisedPath(page.path, language);
      return { file: path === '/' ? 'index.html' : `${path.slice(1)}.html`, path };
    }),
    notFound(language),
  ]);
}

/** A path that no page has. */
function notFound(language: LanguageCode) {
  const path = localisedPath('/404', language);
  return { file: language === defaultLanguage ? '404.html' : `404/${language}.html`, path };
}

function rendered(loaded: LoadedPage, path: string) {
  const styles = new ServerStyleSheet();
  try {
    const body = renderToString(
      styles.collectStyles(
        <StrictMode>
          <StaticRouter location={path}>
            <Site initial={loaded} />
          </StaticRouter>
        </StrictMode>,
      ),
    );
    return { body, styleTag: styles.getStyleTags() };
  } finally {
    styles.seal();
  }
}

interface BuiltFiles {
  readonly font: string;
  readonly styles: string;
  /** Scripts that run before the first paint. */
  readonly earlyScriptsOf: (page: LoadedPage['page']) => readonly string[];
  /** The scripts that hydrate a page, the entry last. */
  readonly scriptsOf: (page: LoadedPage['page']) => readonly string[];
  readonly languageData: string;
}

interface Rendered {
  readonly body: string;
  readonly styleTag: string;
}

/**
 * Delays the first paint until the footer is parsed. Otherwise a busy device would show an incomplete page, and
 * elements that are aligned to the end would move. It waits for the footer rather than `main`, because Chromium counts
 * an element as present when it begins.
 */
const wholeFirstPaint = '<link rel="expect" href="#foot" blocking="render">';

async function documentText(
  loaded: LoadedPage,
  { body, styleTag }: Rendered,
  built: BuiltFiles,
): Promise<string> {
  const { page, language } = loaded;
  const data = await embeddedData(loaded, built.languageData);
  const scripts = built.scriptsOf(page);
  const html = siteConfigPlaceholders('html');
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-weather="${html.weatherProvider}" data-push="${html.push}" data-worker="${html.serviceWorker}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${themeColors}
${built
  .earlyScriptsOf(page)
  .map((file) => `<script src="${file}"></script>`)
  .join('\n')}
<link rel="stylesheet" href="${built.styles}">
<link rel="preload" href="${built.font}" as="font" type="font/woff2" crossorigin>
${wholeFirstPaint}
${styleTag}
${scripts.map((file) => `<script defer src="${file}"></script>`).join('\n')}
${headLines(page, language).join('\n')}
${dataScript('application/json', siteConfigPlaceholders('json'), siteConfigElement)}
${dataScript('application/json', data, embeddedDataElement)}
</head>
<body>
<noscript><p>${textOf(language, 'site.needsScripts')}</p></noscript>
<div id="root" data-page="${page}" data-language="${language}">${body}</div>
</body>
</html>
`;
}

async function embeddedData({ page, language }: LoadedPage, folder: string): Promise<EmbeddedData> {
  const names: DataFile[] = ['site', page, ...(showsCities(page) ? ['cities' as const] : [])];
  const files = await Promise.all(
    names.map(async (name) => [name, await languageData(language, name)] as const),
  );
  return { language, folder, files: Object.fromEntries(files) };
}

function headLines(page: ShownPage, language: LanguageCode): string[] {
  return [
    ...(page === 'not-found' ? linesOfNotFound(language) : linesOfPage(page, language)),
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    // Browsers request a manifest without cookies otherwise, and a proxy that asks for a sign-in answers with a page.
    `<link rel="manifest" href="${manifestPath(language)}" crossorigin="use-credentials">`,
  ];
}

/**
 * The colour of the browser's UI for each theme: by the device's setting, until `settings/theme-choice` sets the chosen
 * theme.
 */
export const themeColors = Object.entries({ light, dark })
  .map(
    ([theme, { ground }]) =>
      `<meta name="theme-color" content="${ground}" media="(prefers-color-scheme: ${theme})" data-theme="${theme}">`,
  )
  .join('\n');

function linesOfNotFound(language: LanguageCode): string[] {
  return [
    titleLine(textOf(language, 'notFound.pageTitle')),
    descriptionLine(textOf(language, 'notFound.text')),
    ...notFoundTags.map(lineOf),
  ];
}

function linesOfPage(page: PageId, language: LanguageCode): string[] {
  const head = pageHeads[page];
  const operator = placeholder('json', 'operator.name');
  return [
    titleLine(textOf(language, head.title)),
    descriptionLine(textOf(language, head.description)),
    ...headTags(page, language, sourceIn('html', language)).map(lineOf),
    dataScript(
      'application/ld+json',
      structuredData(page, language, operator, sourceIn('json', language)),
    ),
  ];
}

/** The origin is a placeholder that the server fills in. */
function sourceIn(context: PlaceholderContext, language: LanguageCode): HeadSource {
  return { origin: placeholder(context, 'origin'), textOf: (id) => textOf(language, id) };
}

function titleLine(text: string): string {
  return `<title>${escaped(text)}</title>`;
}

function descriptionLine(text: string): string {
  return lineOf({ name: 'meta', attributes: { name: 'description', content: text } });
}

function lineOf({ name, attributes }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`);
  return `<${[name, ...pairs].join(' ')}>`;
}
