// The site's language that a browser prefers.
import { isLanguageCode, type LanguageCode } from './languages';

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
