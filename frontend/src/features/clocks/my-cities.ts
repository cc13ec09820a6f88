// The visitor's own list of cities and zones: those that stand first on the clock pages, in their order, by their names.
import { useMemo } from 'react';
import { storedValue, useStoredValue } from '../../browser/stored-value';
import { moved } from '../../components/lists/moved';
import type { City } from '../../i18n/cities';
import type { LanguageCode } from '../../i18n/languages';
import { zoneId, zoneName } from '../../i18n/zone-name';

export interface MyCity {
  /** The id of a city of the catalogue, or an IANA name. */
  readonly key: string;
  /** What the visitor calls it; empty where it keeps its own name. */
  readonly name: string;
}

/** A zone that is shown by itself: nobody knows its sun nor its weather. */
export interface OwnZone {
  readonly id: string;
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
}

/** What has a clock of its own. */
export type Place = City | OwnZone;

const none: readonly MyCity[] = [];
const noIds: readonly string[] = [];

/** Ids of the cities that were pinned before the list had names and zones; read until the list changes. */
const pinnedBefore = storedValue<readonly string[]>('pinned-cities:v1', noIds, (stored) =>
  isListOf(stored, (id): id is string => typeof id === 'string') ? stored : null,
);

const stored = storedValue<readonly MyCity[] | null>('my-cities:v1', null, (value) =>
  isListOf(value, isMyCity) ? value : null,
);

/** The list, alive in all tabs; empty in prerendered pages. */
export function useMyCities(): readonly MyCity[] {
  const chosen = useStoredValue(stored, null);
  const before = useStoredValue(pinnedBefore, noIds);
  return useMemo(() => listOf(chosen, before), [chosen, before]);
}

/** Adds a city or a zone at the end, or takes it away. */
export function toggleMyCity(key: string): void {
  const cities = present();
  const others = cities.filter((city) => city.key !== key);
  stored.write(others.length < cities.length ? others : [...cities, { key, name: '' }]);
}

/** Gives one a name; an empty one gives it back its own. */
export function nameMyCity(key: string, name: string): void {
  stored.write(present().map((city) => (city.key === key ? { key, name } : city)));
}

/** Moves one up by a place, or down. */
export function moveMyCity(key: string, by: -1 | 1): void {
  const cities = present();
  const from = cities.findIndex((city) => city.key === key);
  if (from >= 0) stored.write(moved(cities, from, from + by));
}

/** The places of a list, by the visitor's names; without those that this browser or the catalogue knows nothing of. */
export function placesOf(
  mine: readonly MyCity[],
  cities: readonly City[],
  language: LanguageCode,
  instant: number,
): readonly Place[] {
  return mine.flatMap(({ key, name }): Place[] => {
    const city = cities.find(({ id }) => id === key);
    if (city !== undefined) return [name === '' ? city : { ...city, name }];
    if (!isZone(key)) return [];
    return [{ id: key, zone: key, name: name === '' ? zoneName(key, language, instant) : name }];
  });
}

/** Zones that a search finds by their IANA names and that none of `cities` is in. */
export function foundZones(search: string, cities: readonly City[]): readonly string[] {
  const words = search
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean);
  if (words.join('').length < fewestLetters) return [];
  const taken = new Set(cities.map(({ zone }) => zone));
  return Intl.supportedValuesOf('timeZone')
    .filter((zone) => {
      const text = zoneId(zone).toLowerCase();
      return !taken.has(zone) && words.every((word) => text.includes(word));
    })
    .slice(0, mostZones);
}

const fewestLetters = 3;
const mostZones = 6;

function present(): readonly MyCity[] {
  return listOf(stored.read(), pinnedBefore.read());
}

function listOf(chosen: readonly MyCity[] | null, before: readonly string[]): readonly MyCity[] {
  if (chosen !== null) return chosen;
  return before.length === 0 ? none : before.map((key) => ({ key, name: '' }));
}

function isZone(key: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: key }).format(0) !== '';
  } catch {
    return false;
  }
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
