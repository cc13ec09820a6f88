// A time in the address of the digital clock: `?at=2026-11-22T09:15Z`, or `?at=15:00` of the visitor's own day; and the cities
// of a call, `&cities=berlin,Asia/Thimphu`.
import { mostCities } from '../../../api/my-cities';
import { atTime } from './held-time';

/** The address of this page with an instant in it, to the minute and in UTC, and with the keys of cities. */
export function linkTo(instant: number, page: string, cities: readonly string[]): string {
  const address = new URL(page);
  address.hash = '';
  address.search = '';
  address.searchParams.set('at', `${new Date(instant).toISOString().slice(0, 16)}Z`);
  if (cities.length > 0) address.searchParams.set('cities', cities.join(','));
  // These are allowed in a query, and easier to read than `%3A`.
  return address.href.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** The keys of the cities in a page's address, each once; some may be unknown here. */
export function citiesIn(search: string): readonly string[] {
  const keys = (new URLSearchParams(search).get('cities') ?? '').split(',');
  return [...new Set(keys.filter((key) => key !== ''))].slice(0, mostCities);
}

/** The query of a page without the time in it. */
export function withoutTime(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('at');
  return query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
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
