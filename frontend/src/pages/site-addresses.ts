// Addresses that belong to a language rather than to a page.
import type { LanguageCode } from '../i18n/languages';

/** Readers of other languages get English. */
export const defaultAlternate: LanguageCode = 'en';

export function manifestPath(language: LanguageCode): string {
  return `/manifest-${language}.webmanifest`;
}

/** The site's image in link previews. */
export function socialImagePath(language: LanguageCode): string {
  return `/icons/social-${language}.png`;
}
