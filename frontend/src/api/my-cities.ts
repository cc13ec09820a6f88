// The visitor's list of cities and zones, which come first on the clock pages, in order and with names, and what the server has
// of it.
import { moved } from '../model/moved';
import { useMemo } from 'react';
import { storedValue, useStoredValue } from '../browser/stored-value';
import { browserId } from '../identity/browser-id';
import { ownedValue } from '../identity/owned-values';
import type { Schemas } from '../model/types';
import type { SentLists } from './followed-list';

/** The key is the id of a city in the catalogue, or an IANA name. */
export interface MyCity extends Pick<Schemas['ChosenCity'], 'key'> {
  /** The visitor's name for it; empty if it keeps its own name. */
  readonly name: string;
}

export const mostCities = 50;

const none: readonly MyCity[] = [];
const noIds: readonly string[] = [];

/** The ids of cities that were pinned before the list had names and zones; read until the list changes. */
const pinnedBefore = storedValue<readonly string[]>('pinned-cities:v1', noIds, (stored) =>
  isListOf(stored, (id): id is string => typeof id === 'string') ? stored : null,
);

const stored = storedValue<readonly MyCity[] | null>('my-cities:v1', null, (value) =>
  isCityList(value) ? value : null,
);

/** The list, updated in all tabs; empty in prerendered pages. */
export function useMyCities(): readonly MyCity[] {
  const chosen = useStoredValue(stored, null);
  const before = useStoredValue(pinnedBefore, noIds);
  return useMemo(() => listOf(chosen, before), [chosen, before]);
}

export function myCities(): readonly MyCity[] {
  return listOf(stored.read(), pinnedBefore.read());
}

/** The chosen cities; null if the visitor never chose one. */
export function chosenCities(): readonly MyCity[] | null {
  const hasChosen = stored.read() !== null || pinnedBefore.read().length > 0;
  return hasChosen ? myCities() : null;
}

export function replaceMyCities(cities: readonly MyCity[]): void {
  stored.write(cities);
}

/** The list that the server has for a browser id, as far as this browser knows; null if it was never sent. */
interface Synchronised {
  readonly browserId: string;
  readonly cities: readonly MyCity[] | null;
  /** Lists that were sent, until it is known that the server has them. */
  readonly sent?: SentLists<readonly MyCity[]> | undefined;
}

export const synchronised = ownedValue<Synchronised | null>(
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

/** That of the present id; null if there is none. */
export function synchronisedHere(): Synchronised | null {
  const stored = synchronised.read();
  return stored?.browserId === browserId() ? stored : null;
}

/** Leaves the list behind and switches to an id with its own list; null stands for a new browser. */
export function leaveCities(next: string | null): void {
  stored.clear();
  pinnedBefore.clear();
  if (next === null) synchronised.clear();
  else synchronised.write({ browserId: next, cities: null });
}

/** Calls back whenever the list has changed, in this tab or another. */
export const onMyCitiesChange = stored.subscribe;

/** Adds a city or a zone at the end, or removes it. False if the list is full. */
export function toggleMyCity(key: string, name = ''): boolean {
  const cities = myCities();
  const others = cities.filter((city) => city.key !== key);
  if (others.length < cities.length) stored.write(others);
  else if (cities.length < mostCities) stored.write([...cities, { key, name }]);
  else return false;
  return true;
}

/** Adds new cities at the end, as many as fit; returns the others. */
export function addMyCities(added: readonly MyCity[]): readonly MyCity[] {
  const merged = union(myCities(), added);
  const fitting = merged.slice(0, mostCities);
  if (fitting.length > myCities().length) stored.write(fitting);
  return added.filter(({ key }) => !fitting.some((city) => city.key === key));
}

/** The first list, then the cities that only the second one has. */
export function union(first: readonly MyCity[], second: readonly MyCity[]): readonly MyCity[] {
  const keys = new Set(first.map(({ key }) => key));
  return [...first, ...second.filter(({ key }) => !keys.has(key) && keys.add(key))];
}

/**
 * Merges the changes of a list since `base` into another version of it: what was added, removed, renamed or moved here
 * is so there, too.
 */
export function mergedCities(
  base: readonly MyCity[],
  own: readonly MyCity[],
  other: readonly MyCity[],
): readonly MyCity[] {
  const nameIn = (cities: readonly MyCity[], key: string) =>
    cities.find((city) => city.key === key)?.name;
  const kept = other
    .filter(({ key }) => nameIn(own, key) !== undefined || nameIn(base, key) === undefined)
    .map(({ key, name }) => {
      const ownName = nameIn(own, key);
      return ownName === undefined || ownName === nameIn(base, key)
        ? { key, name }
        : { key, name: ownName };
    });
  const added = own.filter(({ key }) => nameIn(base, key) === undefined);
  const both = union(kept, added);
  const isIn = (cities: readonly MyCity[]) => (city: MyCity) =>
    nameIn(cities, city.key) !== undefined;
  const keysOf = (cities: readonly MyCity[]) => cities.map(({ key }) => key).join();
  if (keysOf(own) === keysOf(union(base.filter(isIn(own)), own))) return both;
  // The order was changed here.
  const placeOf = ({ key }: MyCity) => own.findIndex((city) => city.key === key);
  const isOwn = isIn(own);
  return [
    ...both.filter(isOwn).toSorted((one, next) => placeOf(one) - placeOf(next)),
    ...both.filter((city) => !isOwn(city)),
  ];
}

/** Renames a city; an empty name restores its own. */
export function nameMyCity(key: string, name: string): void {
  stored.write(myCities().map((city) => (city.key === key ? { key, name } : city)));
}

export function moveMyCity(key: string, by: -1 | 1): void {
  const cities = myCities();
  const from = cities.findIndex((city) => city.key === key);
  stored.write(moved(cities, from, from + by));
}

function listOf(chosen: readonly MyCity[] | null, before: readonly string[]): readonly MyCity[] {
  if (chosen !== null) return chosen;
  return before.length === 0 ? none : before.map((key) => ({ key, name: '' }));
}

export function isCityList(value: unknown): value is readonly MyCity[] {
  return isListOf(value, isMyCity);
}

function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isMyCity(value: unknown): value is MyCity {
  if (typeof value !== 'object' || value === null) return false;
  const { key, name } = value as Partial<Record<string, unknown>>;
  return typeof key === 'string' && typeof name === 'string';
}
