// The visitor's list of cities and zones, which come first on the clock pages, in order and with names.
import { moved } from '../model/moved';
import type { Schemas } from '../model/types';
import { syncedList } from './synced-list';

/** The key is the id of a city in the catalogue, or an IANA name. */
export interface MyCity extends Pick<Schemas['ChosenCity'], 'key'> {
  /** The visitor's name for it; empty if it keeps its own name. */
  readonly name: string;
}

export const mostCities = 50;

export const cityList = syncedList('my-cities:v2', citiesOf);

export const { items: myCities, useItems: useMyCities } = cityList;

/** The server takes no control characters in names. */
function change(cities: readonly MyCity[]): void {
  cityList.change(
    cities.map(({ key, name }) => ({ key, name: name.replaceAll(/\p{Cc}/gu, '').trim() })),
  );
}

/** Adds a city or a zone at the end, or removes it. False if the list is full. */
export function toggleMyCity(key: string, name = ''): boolean {
  const cities = myCities();
  const others = cities.filter((city) => city.key !== key);
  if (others.length < cities.length) change(others);
  else if (cities.length < mostCities) change([...cities, { key, name }]);
  else return false;
  return true;
}

/** Puts a city that was removed back to its place in the list. */
export function putBackMyCity(city: MyCity, place: number): void {
  if (canPutBack(city)) change(myCities().toSpliced(place, 0, city));
}

/** False if the list has the city again, or is full. */
export function canPutBack({ key }: MyCity): boolean {
  const cities = myCities();
  return cities.length < mostCities && cities.every((city) => city.key !== key);
}

/** Adds new cities at the end, as many as fit; returns the others. */
export function addMyCities(added: readonly MyCity[]): readonly MyCity[] {
  const merged = union(myCities(), added);
  const fitting = merged.slice(0, mostCities);
  if (fitting.length > myCities().length) change(fitting);
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
  change(myCities().map((city) => (city.key === key ? { key, name } : city)));
}

export function moveMyCity(key: string, by: -1 | 1): void {
  const cities = myCities();
  const from = cities.findIndex((city) => city.key === key);
  change(moved(cities, from, from + by));
}

/** Parses a list; cities that are none are left out. Null for something else. */
export function citiesOf(list: unknown): readonly MyCity[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((one: unknown): readonly MyCity[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { key, name } = one as Readonly<Record<string, unknown>>;
    return typeof key === 'string' ? [{ key, name: typeof name === 'string' ? name : '' }] : [];
  });
}
