// Which IANA zone a calendar means by the name that it gives one.
import { canonicalZone, isKnownZone } from '../../../i18n/zone-identity';
import windowsZones from './windows-zones.json';

const byWindows: Readonly<Partial<Record<string, string>>> = windowsZones;

/**
 * The IANA zone of a `TZID`; null where nobody here knows it. Programs write the name itself, one that begins with their own
 * (`/mozilla.org/20070129_1/Europe/Berlin`), or that of Windows.
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

/** Browsers take offsets such as `+05:30` for zones too, the server does not. */
function isNamedZone(name: string): boolean {
  return /^[a-z]/i.test(name) && isKnownZone(name);
}

function inItsCase(zone: string): string {
  const canonical = canonicalZone(zone);
  return canonical.toLowerCase() === zone.toLowerCase() ? canonical : zone;
}
