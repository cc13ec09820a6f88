// Maps a calendar's names of zones to IANA zones.
import { canonicalZone, isKnownZone } from '../../../time/zone-identity';
import windowsZones from './windows-zones.json';

const byWindows: Readonly<Partial<Record<string, string>>> = windowsZones;

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
