// The calendar day of an instant in a zone, as two instants.
import { instantOf, zoneOffset } from '../../time/zone-offset';
import { dayMs } from '../../model/time-of-day';

export interface LocalDay {
  readonly from: number;
  readonly until: number;
}

/** From midnight to midnight; a day of a clock change is shorter or longer. */
export function localDay(instant: number, timeZone: string): LocalDay {
  const midnight = Math.floor((instant + zoneOffset(instant, timeZone)) / dayMs) * dayMs;
  return { from: instantOf(midnight, timeZone), until: instantOf(midnight + dayMs, timeZone) };
}
