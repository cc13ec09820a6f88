// Readable names of time zones.
import type { LanguageCode } from './languages';
import { withLatinDigits } from './messages';
import { lineStart } from './long-date-text';

/**
 * `Japan Standard Time`, `Central European Time`, `Coordinated Universal Time`: in the reader's language, the same in
 * summer and winter. A zone without such a name keeps its IANA name.
 */
export function zoneName(timeZone: string, language: LanguageCode, instant: number): string {
  const generic = nameIn(timeZone, language, instant, 'longGeneric');
  // For UTC that is `GMT+00:00`, but its long name is a name.
  const name =
    generic === null || isOffset(generic) ? nameIn(timeZone, language, instant, 'long') : generic;
  return name === null ? zoneId(timeZone) : lineStart(name, language);
}

/** An IANA name in readable form: `America/New York`. */
export function zoneId(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

function nameIn(
  timeZone: string,
  language: LanguageCode,
  instant: number,
  timeZoneName: 'longGeneric' | 'long',
): string | null {
  try {
    const format = new Intl.DateTimeFormat(withLatinDigits(language), { timeZone, timeZoneName });
    const parts = format.formatToParts(instant);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return null;
  }
}

function isOffset(name: string): boolean {
  return /\p{Nd}/u.test(name);
}
