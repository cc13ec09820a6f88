// Places that can have a clock: cities of the catalogue, and zones without a city.
import type { MyCity } from '../../api/my-cities';
import type { City } from '../../i18n/cities';
import type { LanguageCode } from '../../i18n/languages';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { isKnownZone } from '../../i18n/zone-identity';

/** A zone without a city; it has no sun and no weather. */
export interface OwnZone {
  readonly id: string;
  readonly name: string;
  /** An IANA name. */
  readonly zone: string;
}

export type Place = City | OwnZone;

/** The places of a list, with the visitor's names; unknown ones are left out. */
export function placesOf(
  mine: readonly MyCity[],
  cities: readonly City[],
  language: LanguageCode,
  instant: number,
): readonly Place[] {
  return mine.flatMap(({ key, name }): Place[] => {
    const city = cities.find(({ id }) => id === key);
    if (city !== undefined) return [name === '' ? city : { ...city, name }];
    if (!isKnownZone(key)) return [];
    return [{ id: key, zone: key, name: name === '' ? zoneName(key, language, instant) : name }];
  });
}

/** Zones that match a search by their IANA names, unless one of `cities` is in the zone. */
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
