// Places that can have a clock, which are cities of the catalogue, and zones without a city: how they are found, and
// their order.
import type { MyCity } from '../../offline/my-cities';
import type { City } from '../../i18n/cities';
import type { KnownPlace } from '../../i18n/known-places';
import type { LanguageCode } from '../../i18n/languages';
import { zoneId, zoneName } from '../../i18n/zone-name';
import { isKnownZone } from '../../time/zone-identity';
import { storedChoice } from '../../browser/stored-value';
import { zoneOffset } from '../../time/zone-offset';

/** A zone without a city; it has no sun and no weather. */
interface OwnZone {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
}

export type Place = City | OwnZone;

/** The places of a list, with the visitor's names; those that this browser does not know are left out. */
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

/** The names of zones in a list whose rules this browser does not have. */
export function unknownZones(mine: readonly MyCity[]): readonly string[] {
  return mine
    .filter(({ key }) => key.includes('/') && !isKnownZone(key))
    .map(({ key, name }) => (name === '' ? zoneId(key) : name));
}

/** Places that match a search, the best first, unless one of `cities` is in their zone. */
export function foundZones(
  places: readonly KnownPlace[],
  search: string,
  cities: readonly City[],
): readonly KnownPlace[] {
  const wanted = plain(search).trim();
  if (wanted === '') return [];
  const taken = new Set(cities.map(({ zone }) => zone));
  return places
    .filter(({ zone }) => !taken.has(zone))
    .map((place) => ({ place, rank: rankOf(place, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, mostZones)
    .map(({ place }) => place);
}

/** How well a place matches: by its whole name, the beginning of one, a part of one, where it is, or but for a letter. */
function rankOf({ zone, name, country, zoneName, otherNames }: KnownPlace, wanted: string): number {
  const names = [name, ...otherNames].map(plain);
  const joined = wanted.replaceAll(' ', '');
  if (names.some((one) => one === wanted || one.replaceAll(' ', '') === joined)) return 0;
  if (joined.length < (isWide.test(joined) ? fewestWide : fewestLetters)) return noMatch;
  if (names.some((one) => one.startsWith(wanted))) return 1;
  if (names.some((one) => one.includes(wanted))) return 2;
  const all = [...names, plain(`${country} ${zoneName} ${zone.replaceAll(/[/_]/g, ' ')}`)].join(
    ' ',
  );
  if (wanted.split(/[\s/]+/).every((word) => all.includes(word))) return 3;
  return joined.length >= fewestForgiving && names.some((one) => isOneLetterOff(one, wanted))
    ? 4
    : noMatch;
}

/** Whether one text becomes the other by changing, adding, leaving out, or swapping with its neighbour one letter. */
function isOneLetterOff(one: string, other: string): boolean {
  // Composed, because a syllable of Korean is one letter to its reader.
  const [short = [], long = []] = [one, other]
    .map((text) => Array.from(text.normalize('NFC')))
    .sort((some, others) => some.length - others.length);
  if (long.length - short.length > 1) return false;
  const start = long.findIndex((letter, index) => letter !== short[index]);
  if (start < 0) return false;
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('');
  if (long.length > short.length) return rest(long, start + 1) === rest(short, start);
  const isSwapped = long[start] === short[start + 1] && long[start + 1] === short[start];
  return (
    rest(long, start + 1) === rest(short, start + 1) ||
    (isSwapped && rest(long, start + 2) === rest(short, start + 2))
  );
}

const noMatch = 5;
/** Of shorter texts, one letter would match too much. */
const fewestForgiving = 5;
const fewestLetters = 3;
/** Of Chinese characters, kana and hangul. */
const fewestWide = 2;
const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const mostZones = 6;

export const cityOrders = ['listed', 'offset', 'name'] as const;
type CityOrder = (typeof cityOrders)[number];

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
