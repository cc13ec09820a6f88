// The languages of the site, and which of them a browser prefers.
interface Language {
  readonly code: LanguageCode;
  /** The language's name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** In the order of the specification and of the menu. CONTRIBUTING.md says what else a new language needs. */
export const languageCodes = [
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
] as const;

export type LanguageCode = (typeof languageCodes)[number];

const table: Readonly<Record<LanguageCode, Omit<Language, 'code'>>> = {
  ja: { name: '日本語', direction: 'ltr' },
  en: { name: 'English', direction: 'ltr' },
  zh: { name: '中文', direction: 'ltr' },
  hi: { name: 'हिन्दी', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  pt: { name: 'Português', direction: 'ltr' },
  ru: { name: 'Русский', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  tr: { name: 'Türkçe', direction: 'ltr' },
  ko: { name: '한국어', direction: 'ltr' },
};

// Pure, so that scripts that need only the codes, like the service worker, do not include it.
export const languages: readonly Language[] = /* @__PURE__ */ languageCodes.map((code) => ({
  code,
  ...table[code],
}));

/** The language of paths without a language segment. */
export const defaultLanguage: LanguageCode = 'ja';

export function isLanguageCode(code: string): code is LanguageCode {
  return (languageCodes as readonly string[]).includes(code);
}

export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
  return languages.find((language) => language.code === code)?.direction ?? 'ltr';
}

/** Old codes that browsers still send for renamed languages. */
const formerCodes: Readonly<Record<string, string>> = { in: 'id' };

/** The first preferred language that the site has, ignoring region and script; null if there is none. */
export function preferredLanguage(wanted: readonly string[]): LanguageCode | null {
  for (const tag of wanted) {
    const sent = tag.toLowerCase().split(/[-_]/)[0] ?? '';
    const language = formerCodes[sent] ?? sent;
    if (isLanguageCode(language)) return language;
  }
  return null;
}
