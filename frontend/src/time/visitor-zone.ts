// The time zone of the visitor's device; null until hydration.
import { useSyncExternalStore } from 'react';
import { noopSubscribe } from '../browser/noop-subscribe';

/** An IANA name, or null in prerendered pages. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(noopSubscribe, visitorZone, () => null);
}

/** The device's IANA zone, or `UTC` if it has none. */
export function visitorZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone ?? 'UTC';
}
