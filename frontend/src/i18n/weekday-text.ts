// The weekday of an instant as a text.
import type { IntlShape } from 'react-intl';
import { dayText, isoDay } from './time-text';

const weekMs = 7 * 86_400_000;

/** `Sat` in a zone. */
export function shortWeekdayText(intl: IntlShape, instant: number, timeZone: string): string {
  return nameOf(intl, isoDay(instant, timeZone), 'short');
}

/** `Saturday` in a zone. */
export function weekdayText(intl: IntlShape, instant: number, timeZone: string): string {
  return nameOf(intl, isoDay(instant, timeZone), 'long');
}

/** `Saturday` in a zone; for an instant in a week or later `Thu, Dec 24`. */
export function comingDayText(
  intl: IntlShape,
  instant: number,
  now: number,
  timeZone: string,
): string {
  const [day, today] = [isoDay(instant, timeZone), isoDay(now, timeZone)];
  const isFar = Date.parse(day) - Date.parse(today) >= weekMs;
  return isFar ? dayText(intl, day, today) : nameOf(intl, day, 'long');
}

function nameOf(intl: IntlShape, day: string, weekday: 'long' | 'short'): string {
  return intl.formatDate(Date.parse(day), { weekday, timeZone: 'UTC' });
}
