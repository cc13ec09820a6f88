// The zones of a calendar file: those that it defines (VTIMEZONE), and the names of others.
import ICAL from 'ical.js';
import { dayMs } from '../../model/time-of-day';
import { zoneOffset } from '../../time/zone-offset';
import { canonicalZone, isKnownZone } from '../../time/zone-identity';
import { textOf, type Component } from './calendar-parts';
import windowsZones from './windows-zones.json';

const byWindows: Readonly<Partial<Record<string, string>>> = windowsZones;

/** A definition is compared with a known zone on so many days, which are two years with their clock changes. */
const comparedDays = 800;

export interface CalendarZone {
  /** An IANA zone; null if none is known for the name, or none has the clock of the definition. */
  readonly zone: string | null;
  /** Whether the file defines it otherwise than its name says. */
  readonly isDoubtful: boolean;
}

/** Finds the zone of a `TZID`. What the file defines counts, whatever its name says. */
export function calendarZones(
  definitions: readonly Component[],
  now: number,
  visitorZone: string,
): (tzid: string) => CalendarZone {
  const defined = new Map(definitions.map((zone) => [textOf(zone, 'tzid'), zone]));
  const found = new Map<string, CalendarZone>();
  return (tzid) => {
    const known = found.get(tzid) ?? zoneOf(tzid, defined.get(tzid), now, visitorZone);
    found.set(tzid, known);
    return known;
  };
}

function zoneOf(
  tzid: string,
  definition: Component | undefined,
  now: number,
  visitorZone: string,
): CalendarZone {
  const named = ianaZone(tzid);
  if (definition === undefined || definition.getAllSubcomponents().length === 0) {
    const place = definition === undefined ? null : ianaZone(textOf(definition, 'x-lic-location'));
    return { zone: named ?? place, isDoubtful: false };
  }
  const place = ianaZone(textOf(definition, 'x-lic-location'));
  const noons = offsetsOf(definition, now, 12);
  // Zones may differ only in the hour at which their clocks change.
  const nights = offsetsOf(definition, now, 0.5);
  const others = [visitorZone, ...Object.values(byWindows)];
  const zone =
    [named, place].find((one) => one !== null && has(one, noons)) ??
    others.find((one) => one !== undefined && has(one, noons) && has(one, nights)) ??
    null;
  return { zone, isDoubtful: named?.includes('/') === true && zone !== named };
}

type Offsets = readonly (readonly [instant: number, offset: number])[];

function has(zone: string, offsets: Offsets): boolean {
  return offsets.every(([instant, offset]) => zoneOffset(instant, zone) === offset);
}

/** The offsets of a definition from now on, at an hour of each day. */
function offsetsOf(definition: Component, now: number, hour: number): Offsets {
  const zone = new ICAL.Timezone({ component: definition, tzid: textOf(definition, 'tzid') });
  const today = Math.floor(now / dayMs) * dayMs;
  return Array.from({ length: comparedDays }, (_, day) => {
    const local = today + (day + hour / 24) * dayMs;
    const date = new Date(local);
    const time = ICAL.Time.fromData({
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    });
    const offset = zone.utcOffset(time) * 1000;
    return [local - offset, offset];
  });
}

/**
 * The IANA zone of a `TZID`; null if it is unknown. Programs write the IANA name, a name with a prefix of their own
 * (`/mozilla.org/20070129_1/Europe/Berlin`), or Windows's name.
 */
export function ianaZone(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '');
  const windows = byWindows[name];
  if (windows !== undefined) return windows;
  const parts = name.split('/').filter(Boolean);
  const tails = [3, 2, 1].map((count) => parts.slice(-count).join('/'));
  const zone = tails.find((tail) => isNamedZone(tail));
  return zone === undefined ? null : inItsCase(zone);
}

/** Browsers also accept offsets such as `+05:30` as zones; the server does not. */
function isNamedZone(name: string): boolean {
  return /^[a-z]/i.test(name) && isKnownZone(name);
}

function inItsCase(zone: string): string {
  const canonical = canonicalZone(zone);
  return canonical.toLowerCase() === zone.toLowerCase() ? canonical : zone;
}
