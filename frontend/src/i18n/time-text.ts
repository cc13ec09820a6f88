// Times in words and digits: pure functions of an instant, a zone and the reader's language.
import type { IntlShape } from 'react-intl';
import { lineStart } from './line-start';
import { zoneOffset } from './zone-offset';

/** `07:28:41` in a zone, on a 24-hour clock. */
export function clockText(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(11, 19);
}

/** `07:28` in a zone, on a 24-hour clock. */
export function minuteText(instant: number, timeZone: string): string {
  return clockText(instant, timeZone).slice(0, 5);
}

/** `2026-11-21` in a zone, as fields and the server write a day. */
export function isoDay(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(0, 10);
}

/** `Thu, Dec 24`, with the year where it is not this one: of a day as fields and the server write it. */
export function dayText(intl: IntlShape, day: string, today: string): string {
  return intl.formatDate(Date.parse(day), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** `Saturday, November 21, 2026` in a zone, as the language writes it on a line of its own. */
export function dateText(intl: IntlShape, instant: number, timeZone: string): string {
  const date = intl.formatDate(localTime(instant, timeZone), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return lineStart(date, intl.locale);
}

/** The instant at which clocks of UTC show what those of the zone show now: one format does for all zones. */
function localTime(instant: number, timeZone: string): number {
  return instant + zoneOffset(instant, timeZone);
}
