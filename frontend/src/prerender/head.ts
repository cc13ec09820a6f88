// The tags of a page's head for browsers, search engines and link previews.
import type { ShownPage } from '../app/routes';
import { headTags, notFoundTags, type HeadSource, type HeadTag } from '../pages/head-tags';
import type { LanguageCode } from '../i18n/languages';
import { pageHeads } from '../pages/page-heads';
import { manifestPath } from '../pages/paths';
import { structuredData } from '../pages/structured-data';
import type { PageId } from '../pages/page-ids';
import { dark, light } from '../styles/tokens';
import { dataScript, escaped, placeholder, type PlaceholderContext } from './markup';
import { textOf } from './texts';

export function headLines(page: ShownPage, language: LanguageCode): string[] {
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
 * The colour of the browser's UI for each theme: by the device's setting, until `styles/theme-choice` sets the chosen
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
