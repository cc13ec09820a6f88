// The time zone of the visitor's device; null until the page is alive in a browser.
import { useSyncExternalStore } from 'react';
import { never } from '../browser/never';

/** An IANA name, or null in prerendered pages. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(never, visitorZone, () => null);
}

/** The device's IANA zone, `UTC` where it has none. */
export function visitorZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return zone ?? 'UTC';
}

/** Whether two names, as `Asia/Kolkata` and `Asia/Calcutta`, are of one zone. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalName(one) === canonicalName(other);
}

/** What this browser calls a zone; a name it does not know stays. */
function canonicalName(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
}
