// The tags of a page for search engines and link previews, and the title and description of each page.
import { languageCodes, type LanguageCode } from '../i18n/languages';
import type { MessageId } from '../i18n/messages';
import { type PageId, localisedPath, defaultAlternate, socialImagePath } from './paths';
import { sitePage } from './site-pages';

/** The sources of the tags: the site's public origin, and the texts of the page's language. */
export interface HeadSource {
  readonly origin: string;
  /** Undefined if a text is not loaded: a page that is navigated to has only the texts that it shows. */
  readonly textOf: (id: MessageId) => string | undefined;
}

export interface HeadTag {
  readonly name: 'meta' | 'link';
  /** In the order in which they are written. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The languages' names in Open Graph, which require a country. */
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

/**
 * Keywords, canonical and alternate links, Open Graph, Twitter and dates; tags whose text is not loaded are left out.
 */
export function headTags(page: PageId, language: LanguageCode, source: HeadSource): HeadTag[] {
  const { keywords, dates } = pageHeads[page];
  const { path } = sitePage(page);
  const address = (code: LanguageCode) => source.origin + localisedPath(path, code);
  return [
    ...meta('name', 'keywords', source.textOf(keywords)),
    link({ rel: 'canonical', href: address(language) }),
    ...languageCodes.map((code) => alternate(code, address(code))),
    alternate('x-default', address(defaultAlternate)),
    ...sharing(page, language, address(language), source),
    ...meta('property', 'article:published_time', dates?.published),
    ...meta('property', 'article:modified_time', dates?.modified),
  ];
}

/** An unknown path must not be indexed. */
export const notFoundTags: readonly HeadTag[] = [
  { name: 'meta', attributes: { name: 'robots', content: 'noindex' } },
];

/** Open Graph and Twitter: the image is the site's, the texts are the page's. */
function sharing(
  page: PageId,
  language: LanguageCode,
  address: string,
  { origin, textOf }: HeadSource,
): HeadTag[] {
  const title = textOf(pageHeads[page].title);
  const description = textOf(pageHeads[page].description);
  const image = origin + socialImagePath(language);
  const imageText = textOf('home.statement');
  const others = languageCodes.filter((code) => code !== language);
  return [
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:site_name', textOf('site.name')),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', address),
    ...meta('property', 'og:locale', graphLocales[language]),
    ...others.flatMap((code) => meta('property', 'og:locale:alternate', graphLocales[code])),
    ...meta('property', 'og:image', image),
    ...meta('property', 'og:image:type', 'image/png'),
    ...meta('property', 'og:image:width', '1200'),
    ...meta('property', 'og:image:height', '630'),
    ...meta('property', 'og:image:alt', imageText),
    ...meta('name', 'twitter:card', 'summary_large_image'),
    ...meta('name', 'twitter:title', title),
    ...meta('name', 'twitter:description', description),
    ...meta('name', 'twitter:image', image),
    ...meta('name', 'twitter:image:alt', imageText),
  ];
}

function alternate(language: string, href: string): HeadTag {
  return link({ rel: 'alternate', hreflang: language, href });
}

function link(attributes: Readonly<Record<string, string>>): HeadTag {
  return { name: 'link', attributes };
}

function meta(kind: 'name' | 'property', key: string, content: string | undefined): HeadTag[] {
  return content === undefined ? [] : [{ name: 'meta', attributes: { [kind]: key, content } }];
}

interface PageHead {
  readonly title: MessageId;
  readonly description: MessageId;
  /** A comma-separated list. */
  readonly keywords: MessageId;
  /** No tool, which is an application that is free. */
  readonly isPlain?: true;
  readonly dates?: { readonly published: string; readonly modified: string };
}

/** The dates that the specification gives. */
const firstPages = { published: '2025-03-01', modified: '2025-03-02' };

export const pageHeads: Record<PageId, PageHead> = {
  home: {
    title: 'home.pageTitle',
    description: 'home.pageDescription',
    keywords: 'home.keywords',
    dates: firstPages,
  },
  stopwatch: {
    title: 'stopwatch.pageTitle',
    description: 'stopwatch.pageDescription',
    keywords: 'stopwatch.keywords',
    dates: firstPages,
  },
  alarm: {
    title: 'alarm.pageTitle',
    description: 'alarm.pageDescription',
    keywords: 'alarm.keywords',
  },
  timer: {
    title: 'timer.pageTitle',
    description: 'timer.pageDescription',
    keywords: 'timer.keywords',
  },
  'digital-clock': {
    title: 'digitalClock.pageTitle',
    description: 'digitalClock.pageDescription',
    keywords: 'digitalClock.keywords',
  },
  'analog-clock': {
    title: 'analogClock.pageTitle',
    description: 'analogClock.pageDescription',
    keywords: 'analogClock.keywords',
  },
  'useful-tools': {
    title: 'usefulTools.pageTitle',
    description: 'usefulTools.pageDescription',
    keywords: 'usefulTools.keywords',
    isPlain: true,
  },
  privacy: {
    title: 'privacy.pageTitle',
    description: 'privacy.pageDescription',
    keywords: 'privacy.keywords',
    isPlain: true,
  },
};
