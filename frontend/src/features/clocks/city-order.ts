// Which cities are shown, in which order: what was searched for, the pinned ones first.
import type { City } from '../../i18n/cities';
import { zoneOffset } from '../../i18n/zone-offset';

export const cityOrders = ['listed', 'offset', 'name'] as const;
export type CityOrder = (typeof cityOrders)[number];

/** The cities that match a search, by name, country or zone, in the reader's language or in English. */
export function foundCities(cities: readonly City[], search: string): readonly City[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return cities;
  return cities.filter(({ name, country, lookup, zone }) => {
    const text = plain(`${name} ${country} ${lookup} ${zone.replaceAll('_', ' ')}`);
    return words.every((word) => text.includes(word));
  });
}

/** The pinned ones first, then the others; among themselves as listed, from west to east, or by name. */
export function orderedCities(
  cities: readonly City[],
  order: CityOrder,
  pinned: readonly string[],
  instant: number,
  language: string,
): readonly City[] {
  const sorted = inOrder(cities, order, instant, language);
  const isPinned = (city: City) => pinned.includes(city.id);
  return [...sorted.filter(isPinned), ...sorted.filter((city) => !isPinned(city))];
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

/** Letters that are not a base with a mark on it. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
};

/** Text as it is compared: without case, marks, and the difference of the two kana. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[æœøłđßı]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}
