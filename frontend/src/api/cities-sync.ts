// Synchronises the visitor's cities with the server: sent when they were changed here, fetched when they were changed
// elsewhere.
//
// Pages show this browser's list without waiting for the server. A visitor who never chose a city causes no requests. Of a
// list that was synchronised before, what was changed here is changed in the server's list; one that never was is merged
// into it.
import { browserId } from '../identity/browser-id';
import type { Schemas } from '../model/types';
import { request } from './client';
import {
  chosenCities,
  mergedCities,
  mostCities,
  replaceMyCities,
  synchronised,
  synchronisedHere,
  union,
  type MyCity,
} from './my-cities';
import { isRefused } from './problem-error';
import { confirmed, fetchedSoon, followed, isSame } from './followed-list';
import { isAccountHere } from '../identity/account-here';
import { confirmAccount } from '../identity/identity';

const path = '/api/cities';

/** Whether there is a list here, or may be one on the server. */
export function hasCities(): boolean {
  return synchronised.read() !== null || chosenCities() !== null;
}

/** Whether the list has changes that the server does not have, or may not have. */
export function hasUnsentCities(): boolean {
  const chosen = chosenCities();
  const { cities = null, sent } = synchronisedHere() ?? {};
  return chosen !== null && (sent !== undefined || !isSame(sendable(chosen), cities));
}

/** Fetches the list and adopts it, with what was changed here, which is sent. Fails if the server cannot be reached. */
export async function fetchCities(): Promise<void> {
  const whose = browserId();
  // An older server lists nothing for a former id of the account.
  const [{ list, askedAt }] = await Promise.all([
    fetchedSoon(() => request<Schemas['Cities']>('GET', path)),
    confirmAccount(),
  ]);
  if (whose !== browserId()) return;
  const server = list.cities?.map(({ key, name }) => ({ key, name: name ?? '' })) ?? null;
  const chosen = chosenCities();
  if (chosen === null && server === null) {
    synchronised.clear();
    return;
  }
  if (server !== null && (chosen === null || !hasUnsentCities())) {
    synchronised.write({ browserId: whose, cities: server });
    if (chosen === null || !isSame(sendable(chosen), server)) replaceMyCities(server);
    return;
  }
  if (chosen === null) return;
  const { cities: before = null, sent } = synchronisedHere() ?? {};
  const own = sendable(chosen);
  const there = server ?? [];
  const { own: wanted, ...next } = followed(
    server === null || before === null
      ? { own: union(there, own), before: there, sent }
      : { own, before, sent },
    there,
    askedAt,
    mergedCities,
  );
  const cities = wanted.slice(0, mostCities);
  if (!isSame(cities, own)) replaceMyCities(cities);
  synchronised.write({ browserId: whose, cities: next.before, sent: next.sent });
  if (server === null || !isSame(cities, server)) await put(cities);
}

/** Sends the list if it was changed. Fails if the server cannot be reached. */
export async function sendCities(): Promise<void> {
  // Another device may have changed the list since.
  if (hasUnsentCities()) await fetchCities();
}

async function put(cities: readonly MyCity[]): Promise<void> {
  const whose = browserId();
  const named = cities.map(({ key, name }) => ({ key, name: name === '' ? null : name }));
  const wasRefused = await request('PUT', path, {
    cities: named,
  } satisfies Schemas['NewCities']).then(
    () => false,
    (failure: unknown) => {
      if (!isRefused(failure)) throw failure;
      return true;
    },
  );
  const stored = synchronisedHere();
  if (whose !== browserId()) return;
  synchronised.write(
    wasRefused || stored?.sent === undefined
      ? { browserId: whose, cities }
      : { ...stored, sent: confirmed(stored.sent, cities) },
  );
}

/** The part of a list that the server accepts: older pages allowed longer lists. */
function sendable(cities: readonly MyCity[]): readonly MyCity[] {
  return union([], cities)
    .filter(({ key }) => /^[\w+/-]{1,64}$/.test(key))
    .slice(0, mostCities)
    .map(({ key, name }) => ({ key, name: name.replaceAll(/\p{Cc}/gu, '').trim() }));
}

/** Fetches the list if there may be one. If that fails, the next page or the next change tries again. */
export function followCities(): void {
  if (isAccountHere() || hasCities()) void fetchCities().catch(() => undefined);
}
