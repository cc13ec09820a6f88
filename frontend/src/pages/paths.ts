// The ids of the site's pages; the path of a page in each language, without a suffix in Japanese, otherwise with the
// language's code at the end; and the addresses that belong to a language.
import { defaultLanguage, isLanguageCode, type LanguageCode } from '../i18n/languages';

export type PageId = 'home' | ToolId | 'useful-tools' | 'privacy';
export type ToolId = 'stopwatch' | 'alarm' | 'timer' | 'digital-clock' | 'analog-clock';

/** The path of a page in a language: `/timer` in Japanese, `/timer/en` in English. */
export function localisedPath(path: string, language: LanguageCode): string {
  const bare = withoutLanguage(path);
  if (language === defaultLanguage) return bare;
  return bare === '/' ? `/${language}` : `${bare}/${language}`;
}

export function languageOfPath(path: string): LanguageCode {
  const last = segmentsOf(path).at(-1);
  return last !== undefined && isLanguageCode(last) ? last : defaultLanguage;
}

export function withoutLanguage(path: string): string {
  const segments = segmentsOf(path);
  const last = segments.at(-1);
  if (last !== undefined && isLanguageCode(last)) segments.pop();
  return `/${segments.join('/')}`;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Readers of other languages get English. */
export const defaultAlternate: LanguageCode = 'en';

export function manifestPath(language: LanguageCode): string {
  return `/manifest-${language}.webmanifest`;
}

export function socialImagePath(language: LanguageCode): string {
  return `/icons/social-${language}.png`;
}
