// A whole HTML document around a rendered page.
import type { Place } from '../app/place';
import { showsCities } from '../app/routes';
import { siteConfigElement } from '../browser/site-config';
import {
  broughtAlongElement,
  languageData,
  type BroughtAlong,
  type DataFile,
} from '../i18n/language-data';
import { directionOf } from '../i18n/languages';
import { headLines, themeColors } from './head';
import { dataScript } from './markup';
import { siteConfigPlaceholders } from './site-config-placeholders';

/** The files of the build that pages link, by their paths. */
export interface BuiltFiles {
  readonly font: string;
  readonly styles: string;
  /** Run before the first paint. */
  readonly earlyScriptsOf: (page: Place['page']) => readonly string[];
  /** The scripts that bring a page to life, the entry last. */
  readonly scriptsOf: (page: Place['page']) => readonly string[];
  /** The folder of the languages' data. */
  readonly languageData: string;
}

interface Rendered {
  readonly body: string;
  readonly styleTag: string;
}

/**
 * A busy device would show the page while it is still read, and what hangs from an edge's end would move as more
 * of it comes. The foot is waited for and not the main part, as Chromium shows the page where an element begins.
 */
const wholeFirstPaint = '<link rel="expect" href="#foot" blocking="render">';

export async function documentText(
  place: Place,
  { body, styleTag }: Rendered,
  built: BuiltFiles,
): Promise<string> {
  const { page, language } = place;
  const data = await broughtAlong(place, built.languageData);
  const scripts = built.scriptsOf(page);
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-weather="${siteConfigPlaceholders('html').weatherProvider}">
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
${dataScript('application/json', data, broughtAlongElement)}
</head>
<body>
<div id="root" data-page="${page}" data-language="${language}">${body}</div>
</body>
</html>
`;
}

/** What the page needs to come to life in its language. */
async function broughtAlong({ page, language }: Place, folder: string): Promise<BroughtAlong> {
  const names: DataFile[] = ['site', page, ...(showsCities(page) ? ['cities' as const] : [])];
  const files = await Promise.all(
    names.map(async (name) => [name, await languageData(language, name)] as const),
  );
  return { language, folder, files: Object.fromEntries(files) };
}
