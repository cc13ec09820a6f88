// Synchronises the visitor's cities with the server: sent when they were changed here, fetched when they were changed
// elsewhere.
//
// Pages show this browser's list without waiting for the server. A visitor who never chose a city causes no requests. Of a
// list that was synchronised before, what was changed here is changed in the server's list; one that never was is merged
// into it.
import { browserId } from '../identity/browser-id';
import { ownedValue } from '../identity/owned-values';
import type { Schemas } from '../model/types';
import { request } from './client';
import {
  chosenCities,
  deleteMyCities,
  isCityList,
  mergedCities,
  mostCities,
  replaceMyCities,
  union,
  type MyCity,
} from './my-cities';
import { isRefused } from './problem-error';
import { isAccountHere } from '../identity/account-here';

const path = '/api/cities';

/** The list that the server has for a browser id, as far as this browser knows; null if it was never sent. */
interface Synchronised {
  readonly browserId: string;
  readonly cities: readonly MyCity[] | null;
}

const synchronised = ownedValue<Synchronised | null>(
  'cities-told:v1',
  null,
  (stored) => {
    const { browserId: whose, cities = null } = stored as Partial<Synchronised>;
    return typeof whose === 'string' && (cities === null || isCityList(cities))
      ? { browserId: whose, cities }
      : null;
  },
  { onRenew: 'carry', onLeave: 'drop' },
);

/** Whether there is a list here, or may be one on the server. */
export function hasCities(): boolean {
  return synchronised.read() !== null || chosenCities() !== null;
}

/** Whether the list has unsent changes. */
export function hasUnsentCities(): boolean {
  const chosen = chosenCities();
  return chosen !== null && !isSame(sendable(chosen), synchronisedCities());
}

/** Fetches the list and adopts it, with what was changed here, which is sent. Fails if the server cannot be reached. */
export async function fetchCities(): Promise<void> {
  const whose = browserId();
  const { cities } = await request<Schemas['Cities']>('GET', path);
  if (whose !== browserId()) return;
  const server = cities?.map(({ key, name }) => ({ key, name: name ?? '' })) ?? null;
  const chosen = chosenCities();
  const before = synchronisedCities();
  const isChanged = hasUnsentCities();
  if (chosen === null && server === null) {
    synchronised.clear();
    return;
  }
  synchronised.write({ browserId: whose, cities: server });
  if (server !== null && (chosen === null || !isChanged)) {
    if (chosen === null || !isSame(sendable(chosen), server)) replaceMyCities(server);
    return;
  }
  if (chosen === null) return;
  if (server !== null) {
    const both = before === null ? union(server, chosen) : mergedCities(before, chosen, server);
    replaceMyCities(both.slice(0, mostCities));
  }
  if (hasUnsentCities()) await put();
}

/** Sends the list if it was changed. Fails if the server cannot be reached. */
export async function sendCities(): Promise<void> {
  // Another device may have changed the list since.
  if (hasUnsentCities()) await fetchCities();
}

/** Leaves the list behind and switches to an id with its own list; null stands for a new browser. */
export function leaveCities(next: string | null): void {
  deleteMyCities();
  if (next === null) synchronised.clear();
  else synchronised.write({ browserId: next, cities: null });
}

async function put(): Promise<void> {
  const whose = browserId();
  const cities = sendable(chosenCities() ?? []);
  try {
    const named = cities.map(({ key, name }) => ({ key, name: name === '' ? null : name }));
    await request('PUT', path, { cities: named } satisfies Schemas['NewCities']);
  } catch (failure) {
    if (!isRefused(failure)) throw failure;
  }
  if (whose === browserId()) synchronised.write({ browserId: whose, cities });
}

function synchronisedCities(): readonly MyCity[] | null {
  const known = synchronised.read();
  return known?.browserId === browserId() ? known.cities : null;
}

/** The part of a list that the server accepts: older pages allowed longer lists. */
function sendable(cities: readonly MyCity[]): readonly MyCity[] {
  return union([], cities)
    .filter(({ key }) => /^[\w+/-]{1,64}$/.test(key))
    .slice(0, mostCities)
    .map(({ key, name }) => ({ key, name: name.replaceAll(/\p{Cc}/gu, '').trim() }));
}

function isSame(one: readonly MyCity[], other: readonly MyCity[] | null): boolean {
  return (
    one.length === other?.length &&
    one.every(({ key, name }, at) => key === other[at]?.key && name === other[at].name)
  );
}

/** Fetches the list if there may be one. If that fails, the next page or the next change tries again. */
export function followCities(): void {
  if (isAccountHere() || hasCities()) void fetchCities().catch(() => undefined);
}
