// Which cities are shown, in which order: what was searched for, the visitor's own first.
import type { City } from '../../i18n/cities';
import { zoneOffset } from '../../i18n/zone-offset';
import type { Place } from './places';

export const cityOrders = ['listed', 'offset', 'name'] as const;
export type CityOrder = (typeof cityOrders)[number];

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

/** Letters that people confuse besides those with a mark: similar letters, and Persian ones. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  // The candrabindu of Hindi, instead of which the anusvara is often written.
  '\u0901': '\u0902',
};

/** Marks on Latin, Greek and Cyrillic letters; hamza, vowels and tatweel of Arabic; the nukta of Hindi. */
const marks = /[\u0300-\u036f]|[\u064b-\u0655]|\u0640|\u093c/g;

/** Normalised for comparison: without case, marks and points, and with one kind of kana. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(/[.'‘’ʻʼ]/g, '')
    .replaceAll(/[-‐・]/g, ' ')
    .replaceAll(/[æœøłđßıىیةک]|\u0901/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}
