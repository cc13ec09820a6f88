// Addresses that belong to a language rather than to a page.
import type { OfferedLanguage } from './languages';

/** Whom no language of the site fits reads English. */
export const defaultAlternate: OfferedLanguage = 'en';

export function manifestPath(language: OfferedLanguage): string {
  return `/manifest-${language}.webmanifest`;
}

/** The picture that stands for the site where it is shared. */
export function socialImagePath(language: OfferedLanguage): string {
  return `/icons/social-${language}.png`;
}
