// Time zones as people say them.
import type { LanguageCode } from './languages';
import { lineStart } from './line-start';

/**
 * `Japan Standard Time`, `Central European Time`, `Coordinated Universal Time`: in words of the language, the same in summer and in
 * winter. A zone that the browser cannot name keeps its IANA name.
 */
export function zoneName(timeZone: string, language: LanguageCode, instant: number): string {
  const generic = nameIn(timeZone, language, instant, 'longGeneric');
  // Of UTC that is `GMT+00:00`, while its other name is one.
  const name =
    generic === null || isOffset(generic) ? nameIn(timeZone, language, instant, 'long') : generic;
  return name === null ? zoneId(timeZone) : lineStart(name, language);
}

/** An IANA name as it is read: `America/New York`. */
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
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(
      instant,
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return null;
  }
}

function isOffset(name: string): boolean {
  return /[+-]?\p{Nd}/u.test(name);
}
