// Escapes values for HTML, for JSON in a script element, and for XML.
import type { LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import type { SitePage } from '../pages/site-pages';

/** Text or a quoted attribute's value. */
export function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
}

/** JSON in a script element; nothing in it can end the element. */
export function dataScript(type: string, data: object, id?: string): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${text}</script>`;
}

/** Where a placeholder stands, which determines its escaping. */
export type PlaceholderContext = 'html' | 'json' | 'xml' | 'text';

/** A placeholder that the server replaces by a configured value. */
export function placeholder(context: PlaceholderContext, key: string): string {
  return `%%tokibako:${context}:${key}%%`;
}

export function addressOf(
  context: PlaceholderContext,
  { path }: SitePage,
  language: LanguageCode,
): string {
  return placeholder(context, 'origin') + localisedPath(path, language);
}
