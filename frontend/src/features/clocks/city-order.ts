// Which cities are shown, in which order: what was searched for, the visitor's own first.
import { storedChoice } from '../../browser/stored-value';
import type { City } from '../../i18n/cities';
import { zoneOffset } from '../../time/zone-offset';
import type { Place } from './places';
import { plain } from './plain-text';

export const cityOrders = ['listed', 'offset', 'name'] as const;
export type CityOrder = (typeof cityOrders)[number];

export const storedOrder = storedChoice('city-order:v1', cityOrders, 'listed');

/** The places that match a search, by any of their names, country or zone, in the reader's language or in English. */
export function foundPlaces<Found extends Place>(
  places: readonly Found[],
  search: string,
): readonly Found[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return places;
  const joined = words.join('');
  return places.filter((place) => {
    const { name, zone } = place;
    const [otherNames, where] =
      'lookup' in place ? [place.otherNames, `${place.country} ${place.lookup}`] : [[], ''];
    const names = [name, ...otherNames].map(plain);
    const text = [...names, plain(`${where} ${zone.replaceAll('_', ' ')}`)].join(' ');
    return (
      words.every((word) => text.includes(word)) ||
      // Spaces in a name are easily missed: 마르키즈제도, newyork.
      names.some((one) => one.replaceAll(' ', '').includes(joined))
    );
  });
}

/** The visitor's own places first, in their order, then the others as listed, from west to east, or by name. */
export function orderedCities(
  mine: readonly Place[],
  cities: readonly City[],
  order: CityOrder,
  instant: number,
  language: string,
): readonly Place[] {
  const others = cities.filter(({ id }) => !mine.some((place) => place.id === id));
  return [...mine, ...inOrder(others, order, instant, language)];
}

function inOrder(
  cities: readonly City[],
  order: CityOrder,
  instant: number,
  language: string,
): readonly City[] {
  switch (order) {
    case 'listed':
      return cities;
    case 'offset':
      return cities
        .map((city) => ({ city, offset: zoneOffset(instant, city.zone) }))
        .sort((one, other) => one.offset - other.offset)
        .map(({ city }) => city);
    case 'name': {
      const { compare } = new Intl.Collator(language);
      return [...cities].sort((one, other) => compare(one.name, other.name));
    }
  }
}
