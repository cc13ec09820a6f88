// What a page is, in the vocabulary of schema.org.
import { languageCodes, type LanguageCode } from '../i18n/languages';
import { pageHeads } from '../i18n/page-heads';
import { socialImagePath } from '../i18n/site-addresses';
import { homePage, sitePage, type PageId, type SitePage } from '../i18n/site-pages';
import { addressOf, placeholder } from './markup';
import { textOf } from './texts';

const origin = placeholder('json', 'origin');
const operator = placeholder('json', 'operator.name');

/** The graph of a page: the page itself, the tool on it, the way to it, the site and who runs it. */
export function structuredData(id: PageId, language: LanguageCode): object {
  const page = sitePage(id);
  const isTool = pageHeads[id].schema === 'WebApplication';
  return {
    '@context': 'https://schema.org',
    '@graph': [
      webPage(page, language, isTool),
      ...(isTool ? [application(page, language)] : []),
      breadcrumbs(page, language),
      webSite(language),
      organization(),
    ],
  };
}

function webPage(page: SitePage, language: LanguageCode, isTool: boolean): object {
  const head = pageHeads[page.id];
  const address = addressOf('json', page, language);
  return {
    '@type': 'WebPage',
    '@id': `${address}#page`,
    url: address,
    name: textOf(language, head.title),
    description: textOf(language, head.description),
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

/** The home page stands for the whole box of tools. */
function application(page: SitePage, language: LanguageCode): object {
  const address = addressOf('json', page, language);
  return {
    '@type': 'WebApplication',
    '@id': `${address}#tool`,
    url: address,
    name: textOf(language, page.id === 'home' ? 'site.name' : page.name),
    description: textOf(language, pageHeads[page.id].description),
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

function breadcrumbs(page: SitePage, language: LanguageCode): object {
  const way = page.id === 'home' ? [homePage] : [homePage, page];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${addressOf('json', page, language)}#path`,
    itemListElement: way.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: textOf(language, step.name),
      item: addressOf('json', step, language),
    })),
  };
}

function webSite(language: LanguageCode): object {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    url: `${origin}/`,
    name: textOf(language, 'site.name'),
    inLanguage: languageCodes,
    publisher: { '@id': `${origin}/#operator` },
  };
}

function organization(): object {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#operator`,
    name: operator,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icons/icon-512.png`, width: 512, height: 512 },
  };
}
