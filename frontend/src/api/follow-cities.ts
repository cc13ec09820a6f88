// Fetches the visitor's cities when a page that shows them has rendered the ones it knows.
import { fetchCities, hasCities } from './cities-sync';
import { isAccountHere } from '../identity/account-here';

/** Fetches the list if there may be one. If that fails, the next page or the next change tries again. */
export function followCities(): void {
  if (isAccountHere() || hasCities()) void fetchCities().catch(() => undefined);
}
