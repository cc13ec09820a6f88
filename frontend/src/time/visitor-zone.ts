// The time zone of the visitor's device; null until hydration.
import { useSyncExternalStore } from 'react';
import { never } from '../browser/never';

/** An IANA name, or null in prerendered pages. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(never, visitorZone, () => null);
}

/** The device's IANA zone, or `UTC` if it has none. */
export function visitorZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone ?? 'UTC';
}
