// What the build writes: every page in every offered language, the not-found page, and the base style sheet.
import { directionOf, offeredCodes, type OfferedLanguage } from '../i18n/languages';
import type { MessageId } from '../i18n/messages';
import en from '../i18n/messages/en.json';
import ja from '../i18n/messages/ja.json';
import { localisedPath } from '../i18n/paths';
import { pageHeads } from '../i18n/page-heads';
import { sitePages as pageTable } from '../i18n/site-pages';
import { dark, light } from '../styles/tokens';

export { baseStyles } from '../styles/base';

/** What the browser paints its own parts with. */
export const themeColors = { light: light.ground, dark: dark.ground };

export interface PageFile {
  /** Below `dist/pages`. */
  readonly file: string;
  readonly language: OfferedLanguage;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly description: string;
  /** The chunk of the page's own code. */
  readonly chunk: string;
}

const messages: Record<OfferedLanguage, Record<MessageId, string>> = { ja, en };

/** All HTML files of the site. */
export function sitePages(): PageFile[] {
  const pages = pageTable.flatMap((page) =>
    offeredCodes.map((language) => ({
      file: fileOf(localisedPath(page.path, language)),
      language,
      direction: directionOf(language),
      title: messages[language][pageHeads[page.id].title],
      description: messages[language][pageHeads[page.id].description],
      chunk: `page-${page.id}`,
    })),
  );
  return [...pages, notFound()];
}

function notFound(): PageFile {
  return {
    file: '404.html',
    language: 'ja',
    direction: directionOf('ja'),
    title: messages.ja['notFound.pageTitle'],
    description: messages.ja['notFound.text'],
    chunk: 'page-not-found',
  };
}

function fileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}
