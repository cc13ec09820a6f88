// The time zone of the visitor: that of the device, or a chosen one where the browser may hide it; null until hydration.
import { useSyncExternalStore } from 'react';
import { storedValue } from '../browser/stored-value';

/** The visitor's choice; null without one, or if the browser does not know its name. */
export const chosenZone = storedValue<string | null>('zone:v1', null, (stored) => {
  const zone = stored as string;
  // Throws if the name is unknown, and then the text counts as nothing.
  Intl.DateTimeFormat('en', { timeZone: zone });
  return zone;
});

/** An IANA name, or null in prerendered pages. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(chosenZone.subscribe, visitorZone, () => null);
}

/** The visitor's IANA zone, or `UTC` if the device has none. */
export function visitorZone(): string {
  const zone = deviceZone();
  return (/UTC|Reykjavik/.test(zone) ? chosenZone.read() : null) ?? zone;
}

/** The zone that the browser says. */
export function deviceZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone ?? 'UTC';
}
