// The thirteen languages of the site.

export interface Language {
  readonly code: LanguageCode;
  /** The language's name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

export type LanguageCode = (typeof table)[number]['code'];

/** In the order of the specification and of the menu; a language joins by its messages, its cities and a row here. */
const table = [
  { code: 'ja', name: '日本語', direction: 'ltr' },
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'zh', name: '中文', direction: 'ltr' },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'pt', name: 'Português', direction: 'ltr' },
  { code: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'id', name: 'Bahasa Indonesia', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'tr', name: 'Türkçe', direction: 'ltr' },
  { code: 'ko', name: '한국어', direction: 'ltr' },
] as const;

export const languages: readonly Language[] = table;

export const languageCodes: readonly LanguageCode[] = table.map(({ code }) => code);

/** The language of paths without a language segment. */
export const defaultLanguage: LanguageCode = 'ja';

export function isLanguageCode(code: string): code is LanguageCode {
  return (languageCodes as readonly string[]).includes(code);
}

/** The writing direction of a language. */
export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
  return languages.find((language) => language.code === code)?.direction ?? 'ltr';
}
