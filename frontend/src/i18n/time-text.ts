// Times and days in digits: pure functions of an instant and a zone.
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

/** The instant at which clocks of UTC show the zone's present time, so that one format is enough for all zones. */
function localTime(instant: number, timeZone: string): number {
  return instant + zoneOffset(instant, timeZone);
}
