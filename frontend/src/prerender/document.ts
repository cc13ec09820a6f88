// The HTML document around a rendered page.
import type { LoadedPage } from '../app/loaded-page';
import { showsCities } from '../app/routes';
import { siteConfigElement } from '../browser/site-config';
import type { EmbeddedData, DataFile } from '../i18n/language-data';
import { embeddedDataElement, languageData } from '../i18n/language-data';
import { directionOf } from '../i18n/languages';
import { headLines, themeColors } from './head';
import { dataScript } from './markup';
import { siteConfigPlaceholders } from './site-config-placeholders';
import { textOf } from './texts';

/** The build's files that pages link, by path. */
export interface BuiltFiles {
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

export async function documentText(
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

/** The data that a page needs to hydrate in its language. */
async function embeddedData({ page, language }: LoadedPage, folder: string): Promise<EmbeddedData> {
  const names: DataFile[] = ['site', page, ...(showsCities(page) ? ['cities' as const] : [])];
  const files = await Promise.all(
    names.map(async (name) => [name, await languageData(language, name)] as const),
  );
  return { language, folder, files: Object.fromEntries(files) };
}
