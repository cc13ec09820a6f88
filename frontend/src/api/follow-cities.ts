// What a page that shows the visitor's cities asks for when it opens, once it has painted those that it knows.
import { fetchCities, hasCities } from './cities-sync';
import { isAccountHere } from './identity';

/** Fetches the list where there may be one. What cannot be had now is fetched by the next page, or at the next change. */
export function followCities(): void {
  if (isAccountHere() || hasCities()) void fetchCities().catch(() => undefined);
}
