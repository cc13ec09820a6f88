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
import { confirmed, fetchedSoon, followed, isSame, type SentLists } from './followed-list';
import { isAccountHere } from '../identity/account-here';

const path = '/api/cities';

/** The list that the server has for a browser id, as far as this browser knows; null if it was never sent. */
interface Synchronised {
  readonly browserId: string;
  readonly cities: readonly MyCity[] | null;
  /** Lists that were sent, until it is known that the server has them. */
  readonly sent?: SentLists<readonly MyCity[]> | undefined;
}

const synchronised = ownedValue<Synchronised | null>(
  'cities-told:v1',
  null,
  (stored) => {
    const { browserId: whose, cities = null, sent } = stored as Partial<Synchronised>;
    return typeof whose === 'string' && (cities === null || isCityList(cities))
      ? { browserId: whose, cities, sent }
      : null;
  },
  { onRenew: 'carry', onLeave: 'drop' },
);

/** Whether there is a list here, or may be one on the server. */
export function hasCities(): boolean {
  return synchronised.read() !== null || chosenCities() !== null;
}

/** Whether the list has changes that the server does not have, or may not have. */
export function hasUnsentCities(): boolean {
  const chosen = chosenCities();
  const { cities = null, sent } = known() ?? {};
  return chosen !== null && (sent !== undefined || !isSame(sendable(chosen), cities));
}

/** Fetches the list and adopts it, with what was changed here, which is sent. Fails if the server cannot be reached. */
export async function fetchCities(): Promise<void> {
  const whose = browserId();
  const { list, askedAt } = await fetchedSoon(() => request<Schemas['Cities']>('GET', path));
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
  const { cities: before = null, sent } = known() ?? {};
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

/** Leaves the list behind and switches to an id with its own list; null stands for a new browser. */
export function leaveCities(next: string | null): void {
  deleteMyCities();
  if (next === null) synchronised.clear();
  else synchronised.write({ browserId: next, cities: null });
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
  const stored = known();
  if (whose !== browserId()) return;
  synchronised.write(
    wasRefused || stored?.sent === undefined
      ? { browserId: whose, cities }
      : { ...stored, sent: confirmed(stored.sent, cities) },
  );
}

function known(): Synchronised | null {
  const stored = synchronised.read();
  return stored?.browserId === browserId() ? stored : null;
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
