// Values as they may stand in HTML, in a script element of data, and in XML.
import type { LanguageCode } from '../i18n/languages';
import { localisedPath } from '../i18n/paths';
import type { SitePage } from '../i18n/site-pages';

/** Text or a quoted attribute's value. */
export function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
}

/** Data for a script element, which nothing in it can end. */
export function dataScript(type: string, data: object, id?: string): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${text}</script>`;
}

/** Where a configured value stands; it is escaped for there. */
export type PlaceholderContext = 'html' | 'json' | 'xml' | 'text';

/** What the server puts a configured value in the place of. */
export function placeholder(context: PlaceholderContext, key: string): string {
  return `%%tokibako:${context}:${key}%%`;
}

/** The whole address of a page. */
export function addressOf(
  context: PlaceholderContext,
  { path }: SitePage,
  language: LanguageCode,
): string {
  return placeholder(context, 'origin') + localisedPath(path, language);
}
