// The visitor's cities on the server: sent when they were changed here, fetched when they were changed elsewhere.
//
// Pages show the list of this browser and wait for nothing. Of a visitor who never chose a city, nothing is asked or sent. A list
// that was told to the server, or by it, replaces the other as a whole, whichever changed last; one that never was is added to
// the server's.
import { storedValue } from '../browser/stored-value';
import { browserId } from './browser-id';
import { request } from './client';
import {
  chosenCities,
  forgetMyCities,
  isCityList,
  mostCities,
  replaceMyCities,
  union,
  type MyCity,
} from './my-cities';
import { ProblemError } from './problem-error';

const path = '/api/cities';

/** The list that the server has for a browser id, as far as this browser knows; null where it has not been told. */
interface Told {
  readonly browserId: string;
  readonly cities: readonly MyCity[] | null;
}

const told = storedValue<Told | null>('cities-told:v1', null, (stored) => {
  const { browserId: whose, cities = null } = stored as Partial<Told>;
  return typeof whose === 'string' && (cities === null || isCityList(cities))
    ? { browserId: whose, cities }
    : null;
});

interface Answer {
  readonly cities: readonly { readonly key: string; readonly name: string | null }[] | null;
}

/** Whether there is a list here, or may be one on the server. */
export function hasCities(): boolean {
  return told.read() !== null || chosenCities() !== null;
}

/** Whether the list has changes that the server does not have. */
export function hasUnsentCities(): boolean {
  const chosen = chosenCities();
  return chosen !== null && !isSame(sendable(chosen), toldCities());
}

/** Fetches the list and takes it over; sends this browser's where that was changed. Fails where nobody answers. */
export async function fetchCities(): Promise<void> {
  const whose = browserId();
  const { cities } = await request<Answer>('GET', path);
  if (whose !== browserId()) return;
  const server = cities?.map(({ key, name }) => ({ key, name: name ?? '' })) ?? null;
  const chosen = chosenCities();
  const before = toldCities();
  const isChanged = hasUnsentCities();
  if (chosen === null && server === null) {
    told.clear();
    return;
  }
  told.write({ browserId: whose, cities: server });
  if (server !== null && (chosen === null || !isChanged)) {
    if (chosen === null || !isSame(sendable(chosen), server)) replaceMyCities(server);
    return;
  }
  if (chosen === null) return;
  if (before === null && server !== null) {
    replaceMyCities(union(server, chosen).slice(0, mostCities));
  }
  if (hasUnsentCities()) await put();
}

/** Sends the list where it was changed. Fails where nobody answers. */
export async function sendCities(): Promise<void> {
  if (!hasUnsentCities()) return;
  // Another device may have told the server of a list before this one did.
  if (toldCities() === null) await fetchCities();
  else await put();
}

/** Goes on under the id of an account, to which the list was brought along, or which has another id now. */
export function bringCities(next: string): void {
  const known = hasUnsentCities() ? null : toldCities();
  told.write({ browserId: next, cities: known });
}

/** Goes on without the list: under an id that may have one of its own, or, where it is null, as a new browser. */
export function leaveCities(next: string | null): void {
  forgetMyCities();
  if (next === null) told.clear();
  else told.write({ browserId: next, cities: null });
}

async function put(): Promise<void> {
  const whose = browserId();
  const cities = sendable(chosenCities() ?? []);
  try {
    const named = cities.map(({ key, name }) => ({ key, name: name === '' ? null : name }));
    await request('PUT', path, { cities: named });
  } catch (failure) {
    const { status } = failure instanceof ProblemError ? failure : { status: 0 };
    // What the server does not take it would not take the next time either.
    if (status < 400 || status >= 500 || status === 429) throw failure;
  }
  if (whose === browserId()) told.write({ browserId: whose, cities });
}

function toldCities(): readonly MyCity[] | null {
  const known = told.read();
  return known?.browserId === browserId() ? known.cities : null;
}

/** What of a list the server takes: older pages let it be longer. */
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
