// Everything that the build needs from the source to write the files that webpack does not.
import { takeLanguageDataFrom } from '../i18n/language-data';
import { builtLanguageData } from './built-language-data';
import { directionOf, languageCodes, type LanguageCode } from '../i18n/languages';
import { pageHeads } from '../pages/head-tags';
import { localisedPath, defaultAlternate, manifestPath } from '../pages/paths';
import { sitePages, tools, type SitePage } from '../pages/site-pages';
import { light } from '../styles/tokens';
import { addressOf, placeholder, textOf } from './markup';

takeLanguageDataFrom(builtLanguageData);

export { baseStyles } from '../styles/base';
export { htmlFiles } from './pages';

interface RootFile {
  readonly file: string;
  readonly text: string;
}

/** All root files. A page without its own dates counts as changed on the day of the build. */
export function rootFiles(builtOn: string): RootFile[] {
  return [
    { file: 'sitemap.xml', text: sitemap(builtOn) },
    { file: 'robots.txt', text: robots },
    ...languageCodes.map((language) => ({
      file: manifestPath(language).slice(1),
      text: JSON.stringify(manifest(language)),
    })),
  ];
}

function sitemap(builtOn: string): string {
  const entries = sitePages.flatMap((page) => {
    const alternates = [
      ...languageCodes.map((code) => alternate(code, page, code)),
      alternate('x-default', page, defaultAlternate),
    ].join('');
    const changed = pageHeads[page.id].dates?.modified ?? builtOn;
    return languageCodes.map(
      (language) =>
        `<url><loc>${addressOf('xml', page, language)}</loc><lastmod>${changed}</lastmod>${alternates}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

function alternate(name: string, page: SitePage, language: LanguageCode): string {
  return `<xhtml:link rel="alternate" hreflang="${name}" href="${addressOf('xml', page, language)}"/>`;
}

const robots = `User-agent: *
Allow: /
Disallow: /api/

Sitemap: ${placeholder('text', 'origin')}/sitemap.xml
`;

function manifest(language: LanguageCode): object {
  const name = textOf(language, 'site.name');
  return {
    id: localisedPath('/', language),
    name,
    short_name: name,
    description: textOf(language, 'home.pageDescription'),
    lang: language,
    dir: directionOf(language),
    start_url: localisedPath('/', language),
    scope: '/',
    display: 'standalone',
    background_color: light.ground,
    theme_color: light.ground,
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
    shortcuts: tools.map((tool) => ({
      name: textOf(language, tool.name),
      url: localisedPath(tool.path, language),
    })),
  };
}

function icon(name: string, pixels: number, purpose: 'any' | 'maskable'): object {
  return {
    src: `/icons/${name}.png`,
    sizes: `${String(pixels)}x${String(pixels)}`,
    type: 'image/png',
    purpose,
  };
}
