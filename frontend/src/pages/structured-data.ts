// The structured data of a page, in the vocabulary of schema.org.
import { languageCodes, type LanguageCode } from '../i18n/languages';
import { pageHeads, type HeadSource } from './head-tags';
import { type PageId, localisedPath, socialImagePath } from './paths';
import { homePage, sitePage, type SitePage } from './site-pages';

/** The graph of a page: the page itself, its tool, its breadcrumbs, the site and its operator. */
export function structuredData(
  id: PageId,
  language: LanguageCode,
  operator: string,
  source: HeadSource,
): object {
  const page = sitePage(id);
  const isTool = pageHeads[id].isPlain !== true;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      webPage(page, language, isTool, source),
      ...(isTool ? [application(page, language, source)] : []),
      breadcrumbs(page, language, source),
      webSite(source),
      organization(operator, source),
    ],
  };
}

function webPage(
  page: SitePage,
  language: LanguageCode,
  isTool: boolean,
  { origin, textOf }: HeadSource,
): object {
  const head = pageHeads[page.id];
  const address = origin + localisedPath(page.path, language);
  return {
    '@type': 'WebPage',
    '@id': `${address}#page`,
    url: address,
    name: textOf(head.title),
    description: textOf(head.description),
    inLanguage: language,
    isPartOf: { '@id': `${origin}/#site` },
    publisher: { '@id': `${origin}/#operator` },
    primaryImageOfPage: {
      '@type': 'ImageObject',
      url: origin + socialImagePath(language),
      width: 1200,
      height: 630,
    },
    breadcrumb: { '@id': `${address}#path` },
    ...(isTool && { mainEntity: { '@id': `${address}#tool` } }),
    mainContentOfPage: { '@type': 'WebPageElement', cssSelector: '#main' },
    speakable: {
      '@type': 'SpeakableSpecification',
      cssSelector: ['#main h1', '#main h1 + p', '#main section p'],
    },
    ...(head.dates && {
      datePublished: head.dates.published,
      dateModified: head.dates.modified,
    }),
  };
}

/** The home page describes all tools together. */
function application(
  page: SitePage,
  language: LanguageCode,
  { origin, textOf }: HeadSource,
): object {
  const address = origin + localisedPath(page.path, language);
  return {
    '@type': 'WebApplication',
    '@id': `${address}#tool`,
    url: address,
    name: textOf(page.id === 'home' ? 'site.name' : page.name),
    description: textOf(pageHeads[page.id].description),
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: 'Any',
    browserRequirements: 'Requires JavaScript',
    inLanguage: language,
    availableLanguage: languageCodes,
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    publisher: { '@id': `${origin}/#operator` },
  };
}

function breadcrumbs(
  page: SitePage,
  language: LanguageCode,
  { origin, textOf }: HeadSource,
): object {
  const way = page.id === 'home' ? [homePage] : [homePage, page];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin + localisedPath(page.path, language)}#path`,
    itemListElement: way.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: textOf(step.name),
      item: origin + localisedPath(step.path, language),
    })),
  };
}

function webSite({ origin, textOf }: HeadSource): object {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    url: `${origin}/`,
    name: textOf('site.name'),
    inLanguage: languageCodes,
    publisher: { '@id': `${origin}/#operator` },
  };
}

function organization(operator: string, { origin }: HeadSource): object {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#operator`,
    name: operator,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icons/icon-512.png`, width: 512, height: 512 },
  };
}
