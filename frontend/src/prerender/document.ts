// A whole HTML document around a rendered page.
import type { Place } from '../app/place';
import { siteConfigElement, siteConfigJson } from '../hooks/site-config';
import { directionOf } from '../i18n/languages';
import { headTags } from './head';

/** The files of the build that pages link, by their paths. */
export interface BuiltFiles {
  readonly font: string;
  readonly styles: string;
  /** Sets the theme before the first paint. */
  readonly themeScript: string;
  /** The scripts that bring a page to life, the entry last. */
  readonly scriptsOf: (page: Place['page'], language: Place['language']) => readonly string[];
}

interface Rendered {
  readonly body: string;
  readonly styleTag: string;
}

export function documentText(
  place: Place,
  { body, styleTag }: Rendered,
  built: BuiltFiles,
): string {
  const { page, language } = place;
  const scripts = built.scriptsOf(page, language);
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${built.themeScript}"></script>
<link rel="stylesheet" href="${built.styles}">
<link rel="preload" href="${built.font}" as="font" type="font/woff2" crossorigin>
${styleTag}
${scripts.map((file) => `<script defer src="${file}"></script>`).join('\n')}
${headTags(page, language).join('\n')}
<script type="application/json" id="${siteConfigElement}">${siteConfigJson}</script>
</head>
<body>
<div id="root" data-page="${page}" data-language="${language}">${body}</div>
</body>
</html>
`;
}
