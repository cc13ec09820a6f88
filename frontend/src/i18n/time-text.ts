// Times in words and digits: pure functions of an instant, a zone and the reader's language.
import type { IntlShape } from 'react-intl';
import { lineStart } from './line-start';
import { zoneOffset } from '../time/zone-offset';

/** `07:28:41` in a zone, on a 24-hour clock. */
export function clockText(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(11, 19);
}

/** `07:28` in a zone, on a 24-hour clock. */
export function minuteText(instant: number, timeZone: string): string {
  return clockText(instant, timeZone).slice(0, 5);
}

/** `2026-11-21` in a zone, the format of form fields and of the API. */
export function isoDay(instant: number, timeZone: string): string {
  return new Date(localTime(instant, timeZone)).toISOString().slice(0, 10);
}

/** `Thu, Dec 24`, with the year if it is not the present one, from a day such as `2026-12-24`. */
export function dayText(intl: IntlShape, day: string, today: string): string {
  return intl.formatDate(Date.parse(day), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** `Saturday, November 21, 2026` in a zone, with a capital letter, for a line of its own. */
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

/** The instant at which clocks of UTC show the zone's present time, so that one format is enough for all zones. */
function localTime(instant: number, timeZone: string): number {
  return instant + zoneOffset(instant, timeZone);
}
