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
  return one === other || canonicalZone(one) === canonicalZone(other);
}

/** Whether this browser knows a zone of that name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** What this browser calls a zone; a name it does not know stays. */
export function canonicalZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
}
