// The tags of a page's head that browsers, search engines and those who share the page read.
import type { ShownPage } from '../app/routes';
import { languageCodes, type LanguageCode } from '../i18n/languages';
import { pageHeads } from '../i18n/page-heads';
import { defaultAlternate, manifestPath, socialImagePath } from '../i18n/site-addresses';
import { sitePage, type PageId } from '../i18n/site-pages';
import { dark, light } from '../styles/tokens';
import { addressOf, dataScript, escaped, placeholder } from './markup';
import { structuredData } from './structured-data';
import { textOf } from './texts';

/** Languages as Open Graph names them, with the country it asks for. */
const graphLocales: Record<LanguageCode, string> = {
  ja: 'ja_JP',
  en: 'en_US',
  zh: 'zh_CN',
  hi: 'hi_IN',
  es: 'es_ES',
  fr: 'fr_FR',
  ar: 'ar_AR',
  pt: 'pt_BR',
  ru: 'ru_RU',
  id: 'id_ID',
  de: 'de_DE',
  tr: 'tr_TR',
  ko: 'ko_KR',
};

const origin = placeholder('html', 'origin');

export function headTags(page: ShownPage, language: LanguageCode): string[] {
  return [
    ...(page === 'not-found' ? notFoundTags(language) : pageTags(page, language)),
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    `<link rel="manifest" href="${manifestPath(language)}">`,
  ];
}

/** The colour of the browser's own parts in each theme: the device's, until `styles/theme-choice` says which holds. */
export const themeColors = Object.entries({ light, dark })
  .map(
    ([theme, { ground }]) =>
      `<meta name="theme-color" content="${ground}" media="(prefers-color-scheme: ${theme})" data-theme="${theme}">`,
  )
  .join('\n');

/** Where nothing stands, nothing is to be found or shared. */
function notFoundTags(language: LanguageCode): string[] {
  return [
    `<title>${escaped(textOf(language, 'notFound.pageTitle'))}</title>`,
    meta('name', 'description', textOf(language, 'notFound.text')),
    meta('name', 'robots', 'noindex'),
  ];
}

function pageTags(page: PageId, language: LanguageCode): string[] {
  const head = pageHeads[page];
  const title = textOf(language, head.title);
  const description = textOf(language, head.description);
  const address = (code: LanguageCode) => addressOf('html', sitePage(page), code);
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('name', 'keywords', textOf(language, head.keywords)),
    `<link rel="canonical" href="${address(language)}">`,
    ...languageCodes.map((code) => alternate(code, address(code))),
    alternate('x-default', address(defaultAlternate)),
    ...sharing(page, language),
    ...(head.dates === undefined
      ? []
      : [
          meta('property', 'article:published_time', head.dates.published),
          meta('property', 'article:modified_time', head.dates.modified),
        ]),
    dataScript('application/ld+json', structuredData(page, language)),
  ];
}

/** Open Graph and Twitter: the picture is the site's, the words are the page's. */
function sharing(page: PageId, language: LanguageCode): string[] {
  const title = textOf(language, pageHeads[page].title);
  const description = textOf(language, pageHeads[page].description);
  const image = origin + socialImagePath(language);
  const others = languageCodes.filter((code) => code !== language);
  const imageText = textOf(language, 'home.statement');
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', textOf(language, 'site.name')),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', addressOf('html', sitePage(page), language)),
    meta('property', 'og:locale', graphLocales[language]),
    ...others.map((code) => meta('property', 'og:locale:alternate', graphLocales[code])),
    meta('property', 'og:image', image),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', imageText),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', image),
    meta('name', 'twitter:image:alt', imageText),
  ];
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${address}">`;
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escaped(content)}">`;
}
