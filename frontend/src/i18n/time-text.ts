// Times in words and digits: pure functions of an instant, a zone and the reader's language.
import type { IntlShape } from 'react-intl';
import { zoneOffset } from './zone-offset';

/** `07:28:41` in a zone, on a 24-hour clock. */
export function clockText(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(11, 19);
}

/** `07:28` in a zone, on a 24-hour clock. */
export function minuteText(instant: number, timeZone: string): string {
  return clockText(instant, timeZone).slice(0, 5);
}

/** `Saturday` in a zone. */
export function weekdayText(intl: IntlShape, instant: number, timeZone: string): string {
  return intl.formatDate(localTime(instant, timeZone), { weekday: 'long', timeZone: 'UTC' });
}

/** `Saturday, November 21, 2026` in a zone, as the language writes it. */
export function dateText(intl: IntlShape, instant: number, timeZone: string): string {
  return intl.formatDate(localTime(instant, timeZone), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The instant at which clocks of UTC show what those of the zone show now: one format does for all zones. */
function localTime(instant: number, timeZone: string): number {
  return instant + zoneOffset(instant, timeZone);
}
