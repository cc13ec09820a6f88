// The thirteen languages of the site, and those whose messages are complete and so offered.

export interface Language {
  readonly code: LanguageCode;
  /** The language's name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

export type LanguageCode =
  'ja' | 'en' | 'zh' | 'hi' | 'es' | 'fr' | 'ar' | 'pt' | 'ru' | 'id' | 'de' | 'tr' | 'ko';

/** All languages of the specification, in its order. */
export const languages: readonly Language[] = [
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
];

/** Languages with a complete file in `messages/`; a language joins by its file and a word here. */
export const offeredCodes = [
  'ja',
  'en',
  'zh',
  'hi',
  'es',
  'fr',
  'ar',
  'pt',
  'ru',
  'id',
  'de',
  'tr',
  'ko',
] as const satisfies readonly LanguageCode[];

export type OfferedLanguage = (typeof offeredCodes)[number];

/** The language of paths without a language segment. */
export const defaultLanguage: OfferedLanguage = 'ja';

/** The offered languages with their names, in the order of the menu. */
export const offeredLanguages: readonly (Language & { readonly code: OfferedLanguage })[] =
  languages.filter(isOfferedEntry);

export function isOffered(code: string): code is OfferedLanguage {
  return (offeredCodes as readonly string[]).includes(code);
}

/** The writing direction of a language. */
export function directionOf(code: OfferedLanguage): 'ltr' | 'rtl' {
  return languages.find((language) => language.code === code)?.direction ?? 'ltr';
}

function isOfferedEntry(language: Language): language is Language & { code: OfferedLanguage } {
  return isOffered(language.code);
}
