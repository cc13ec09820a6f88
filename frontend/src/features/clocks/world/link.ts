// A time in the address of the digital clock: `?at=2026-11-22T09:15Z`, or `?at=15:00` of the visitor's own day.
import { atTime } from './held-time';

/** The address of this page with an instant in it, to the minute and in UTC. */
export function linkTo(instant: number, page: string): string {
  const address = new URL(page);
  address.hash = '';
  address.search = '';
  address.searchParams.set('at', `${new Date(instant).toISOString().slice(0, 16)}Z`);
  // Colons are allowed in a query, and easier to read than `%3A`.
  return address.href.replaceAll('%3A', ':');
}

/** Whether the address of a page has a time, which may be invalid. */
export function hasTime(search: string): boolean {
  return new URLSearchParams(search).has('at');
}

/** The instant in a page's address; null if there is none. */
export function instantIn(search: string, now: number, zone: string): number | null {
  const text = new URLSearchParams(search).get('at') ?? '';
  if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(text)) return atTime(text, now, zone);
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? null : instant;
}
