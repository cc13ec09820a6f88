// The calendar day of an instant in a zone, as two instants.
import { instantOf, zoneOffset } from '../../time/zone-offset';

export interface LocalDay {
  readonly from: number;
  readonly until: number;
}

const dayMs = 86_400_000;

/** From midnight to midnight; a day of a clock change is shorter or longer. */
export function localDay(instant: number, timeZone: string): LocalDay {
  const midnight = Math.floor((instant + zoneOffset(instant, timeZone)) / dayMs) * dayMs;
  return { from: instantOf(midnight, timeZone), until: instantOf(midnight + dayMs, timeZone) };
}
