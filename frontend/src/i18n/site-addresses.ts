// Addresses that belong to a language rather than to a page.
import type { LanguageCode } from './languages';

/** Whom no language of the site fits reads English. */
export const defaultAlternate: LanguageCode = 'en';

export function manifestPath(language: LanguageCode): string {
  return `/manifest-${language}.webmanifest`;
}

/** The picture that stands for the site where it is shared. */
export function socialImagePath(language: LanguageCode): string {
  return `/icons/social-${language}.png`;
}
