// Escapes values for HTML, for JSON in a script element, and for XML; the placeholders in built pages, which the server
// replaces by configured values; and the uncompiled texts of all languages: the head needs some that no page shows.
import { type LanguageCode, languageCodes } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import type { SitePage } from '../pages/site-pages';
import type { SiteConfig } from '../browser/site-config';
import type { MessageId } from '../i18n/messages';

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

/** The placeholders for HTML or JSON, escaped accordingly by the server. */
export function siteConfigPlaceholders(context: 'html' | 'json'): SiteConfig {
  const at = (key: string) => placeholder(context, key);
  return {
    origin: at('origin'),
    operator: {
      name: at('operator.name'),
      url: at('operator.url'),
      address: at('operator.address'),
      services: at('operator.services'),
    },
    tools: {
      'url-shortener': at('tools.url-shortener'),
      'speed-test': at('tools.speed-test'),
      'qr-code': at('tools.qr-code'),
      'image-cropper': at('tools.image-cropper'),
      'time-tracker': at('tools.time-tracker'),
    },
    retentionDays: at('retention-days'),
    registration: at('registration'),
    failedSignIns: at('failed-sign-ins'),
    weatherProvider: at('weather-provider'),
    push: at('push'),
    serviceWorker: at('service-worker'),
  };
}

type Texts = Readonly<Record<MessageId, string>>;

const texts = new Map<LanguageCode, Texts>();
for (const language of languageCodes) {
  const file = (await import(/* webpackMode: "eager" */ `../i18n/messages/${language}.json`)) as {
    default: Texts;
  };
  texts.set(language, file.default);
}

/** A text without placeholders. */
export function textOf(language: LanguageCode, id: MessageId): string {
  const text = texts.get(language)?.[id];
  if (text === undefined) throw new Error(`${language} has no text ${id}`);
  return text;
}
