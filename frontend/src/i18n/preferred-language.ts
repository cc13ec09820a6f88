// Which of the site's languages a browser asks for.
import { isLanguageCode, type LanguageCode } from './languages';

/** Codes that browsers still send for languages renamed since. */
const formerCodes: Readonly<Record<string, string>> = { in: 'id' };

/** The first of the wanted languages that the site has, whatever its region or script; null without any. */
export function preferredLanguage(wanted: readonly string[]): LanguageCode | null {
  for (const tag of wanted) {
    const sent = tag.toLowerCase().split(/[-_]/)[0] ?? '';
    const language = formerCodes[sent] ?? sent;
    if (isLanguageCode(language)) return language;
  }
  return null;
}
