// Cities: search, order, and the difference from the visitor's time.
import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import english from '../../i18n/messages/en.json';
import japanese from '../../i18n/messages/ja.json';
import type { City } from '../../i18n/cities';
import { languages, type LanguageCode } from '../../i18n/languages';
import { foundPlaces, orderedCities, placesOf } from './places';
import { cardDateText } from '../../i18n/date-text';
import { dayText, daysAhead, differenceText } from './day-difference';

function aCity(
  id: string,
  name: string,
  country: string,
  lookup: string,
  zone: string,
  ...otherNames: string[]
): City {
  return { id, name, otherNames, country, lookup, zone, latitude: 0, longitude: 0 };
}

const cities = [
  aCity('auckland', 'Auckland', 'New Zealand', 'Auckland,New Zealand', 'Pacific/Auckland'),
  aCity('sao-paulo', 'São Paulo', 'Brazil', 'Sao Paulo,Brazil', 'America/Sao_Paulo'),
  aCity('copenhagen', 'København', 'Danmark', 'Copenhagen,Denmark', 'Europe/Copenhagen'),
  aCity('istanbul', 'İstanbul', 'Türkiye', 'Istanbul,Turkey', 'Europe/Istanbul', 'Constantinople'),
  aCity('kathmandu', 'カトマンズ', 'ネパール', 'Kathmandu,Nepal', 'Asia/Kathmandu'),
  aCity('st-johns', 'St. John’s', 'Canada', 'St. John’s,Canada', 'America/St_Johns'),
];
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

test.each([
  ['', ids(cities)],
  ['  ', ids(cities)],
  ['sao', ['sao-paulo']],
  ['SÃO pau', ['sao-paulo']],
  ['brazil', ['sao-paulo']],
  ['america sao', ['sao-paulo']],
  ['america/s', ['sao-paulo', 'st-johns']],
  ['kobenhavn', ['copenhagen']],
  ['copenhagen', ['copenhagen']],
  ['istanbul', ['istanbul']],
  ['ISTANBUL', ['istanbul']],
  ['turkiye', ['istanbul']],
  ['かとまんず', ['kathmandu']],
  ['nepal', ['kathmandu']],
  ['new zealand', ['auckland']],
  ['constantinople', ['istanbul']],
  ['Konstantinopel', []],
  ['sao-paulo', ['sao-paulo']],
  ['saopaulo', ['sao-paulo']],
  ['st johns', ['st-johns']],
  ["St John's", ['st-johns']],
  ['atlantis', []],
])('“%s” finds %j', (search, found) => {
  expect(ids(foundPlaces(cities, search))).toEqual(found);
});

describe('the search finds a city by', () => {
  const built = new Map(languages.map(({ code }) => [code, citiesOf(code)]));

  test.each<[LanguageCode, string, string]>([
    // An old name.
    ['en', 'Rangoon', 'yangon'],
    ['de', 'Rangoon', 'yangon'],
    ['ko', '랑군', 'yangon'],
    ['ru', 'Рангун', 'yangon'],
    ['en', 'Calcutta', 'kolkata'],
    ['hi', 'कलकत्ता', 'kolkata'],
    ['ja', 'カルカッタ', 'kolkata'],
    ['en', 'dacca', 'dhaka'],
    ['en', 'Constantinople', 'istanbul'],
    ['ja', 'サイゴン', 'ho-chi-minh-city'],
    ['ja', 'saigon', 'ho-chi-minh-city'],
    ['ko', '사이공', 'ho-chi-minh-city'],
    ['ko', '호치민', 'ho-chi-minh-city'],
    ['ko', 'Sài Gòn', 'ho-chi-minh-city'],
    ['ko', '西貢', 'ho-chi-minh-city'],
    ['zh', 'Peking', 'beijing'],
    ['id', 'Batavia', 'jakarta'],
    ['zh', '汉城', 'seoul'],
    // Its English name.
    ['de', 'Cairo', 'cairo'],
    ['tr', 'athens', 'athens'],
    ['ar', 'Seoul', 'seoul'],
    ['fr', 'marquesas', 'taiohae'],
    // Its local name.
    ['en', 'Москва', 'moscow'],
    ['en', '東京', 'tokyo'],
    ['fr', '서울', 'seoul'],
    ['de', 'القاهرة', 'cairo'],
    ['de', 'Roma', 'rome'],
    ['pt', 'Açores', 'ponta-delgada'],
    ['es', 'acores', 'ponta-delgada'],
    ['de', 'Athina', 'athens'],
    // Another spelling of its name.
    ['zh', '紐約', 'new-york'],
    ['zh', '雪梨', 'sydney'],
    ['zh', '臺北', 'taipei'],
    ['id', 'Moskow', 'moscow'],
    ['pt', 'Rangum', 'yangon'],
    ['hi', 'हांगकांग', 'hong-kong'],
    ['ar', 'لوس انجلوس', 'los-angeles'],
    ['ar', 'دبى', 'dubai'],
    ['ar', 'عمان', 'amman'],
    ['ar', 'القاهره', 'cairo'],
    ['hi', 'अजोरेस', 'ponta-delgada'],
    ['ko', '마르키즈제도', 'taiohae'],
    ['es', 'Bogota', 'bogota'],
    ['de', 'zurich', 'zurich'],
    ['fr', 'seoul', 'seoul'],
    ['ja', 'シャンハイ', 'shanghai'],
  ])('%s: “%s”', (language, search, id) => {
    expect(ids(foundPlaces(built.get(language) ?? [], search))).toContain(id);
  });

  test('each of its names, which no other city has', () => {
    for (const [language, ones] of built) {
      for (const { id, name, otherNames } of ones) {
        for (const one of [name, ...otherNames]) {
          expect(ids(foundPlaces(ones, one)), `${language}: ${one}`).toContain(id);
        }
        const others = ones.filter((other) => other.id !== id);
        const shared = otherNames.filter((one) => others.some((other) => other.name === one));
        expect(shared, `${language}: ${id}`).toEqual([]);
      }
    }
  });
});

test('the catalogue contains every exception to the names of CLDR', () => {
  const { cities } = inConfig('cities.json') as { cities: { id: string; names: Names }[] };
  const { exceptions } = inConfig('city-names.json') as { exceptions: Exceptions[] };
  const wrong = exceptions
    .flatMap(({ names }) => Object.entries(names))
    .flatMap(([id, byLanguage]) => {
      const names = cities.find((city) => city.id === id)?.names ?? {};
      return Object.entries(byLanguage)
        .filter(([language, { name }]) => names[language] !== name)
        .map(([language]) => `${id} in ${language}: run scripts/cities --write`);
    });
  expect(exceptions).not.toEqual([]);
  expect(wrong).toEqual([]);
});

type Names = Partial<Record<string, string>>;
interface Exceptions {
  readonly names: Record<string, Record<string, { readonly name: string }>>;
}

function inConfig(file: string): unknown {
  return JSON.parse(readFileSync(`../config/${file}`, 'utf8'));
}

/** A language's cities as the site is built with them. */
function citiesOf(language: LanguageCode): readonly City[] {
  return JSON.parse(readFileSync(`.build/cities/${language}.json`, 'utf8')) as readonly City[];
}

test.each<[LanguageCode, readonly string[], string]>([
  ['ja', ['seoul', 'tokyo'], 'pago-pago'],
  ['en', ['toronto', 'new-york', 'dublin', 'london'], 'auckland'],
  ['hi', ['new-delhi', 'colombo', 'kolkata', 'mumbai'], 'honolulu'],
  ['tr', ['istanbul'], 'pago-pago'],
])('the list in %s begins with the zone of its readers', (language, own, far) => {
  const listed = ids(citiesOf(language));
  expect(listed.slice(0, own.length).sort()).toEqual([...own].sort());
  expect(listed.slice(-12)).toContain(far);
});

describe('the order', () => {
  const instant = Date.parse('2026-07-01T00:00:00Z');

  test('of the catalogue', () => {
    expect(ids(orderedCities([], cities, 'listed', instant, 'en'))).toEqual(ids(cities));
  });

  test('by the local time at that date, from west to east', () => {
    expect(ids(orderedCities([], cities, 'offset', instant, 'en'))).toEqual([
      'sao-paulo',
      'st-johns',
      'copenhagen',
      'istanbul',
      'kathmandu',
      'auckland',
    ]);
  });

  test('by name', () => {
    expect(ids(orderedCities([], cities.slice(0, 4), 'name', instant, 'en'))).toEqual([
      'auckland',
      'istanbul',
      'copenhagen',
      'sao-paulo',
    ]);
  });

  test("with the visitor's own cities first, in their order and with their names", () => {
    const list = [
      { key: 'istanbul', name: 'Office' },
      { key: 'Asia/Thimphu', name: '' },
      { key: 'Mars/Olympus', name: '' },
      { key: 'auckland', name: '' },
      { key: 'gone', name: '' },
    ];
    const mine = placesOf(list, cities, 'en', instant);
    expect(mine.map(({ name }) => name)).toEqual(['Office', 'Bhutan Time', 'Auckland']);
    const shown = orderedCities(mine, cities, 'offset', instant, 'en');
    expect(ids(shown).slice(0, 4)).toEqual(['istanbul', 'Asia/Thimphu', 'auckland', 'sao-paulo']);
    expect(shown).toHaveLength(cities.length + 1);
    expect(ids(foundPlaces(mine, 'office'))).toEqual(['istanbul']);
    expect(ids(foundPlaces(mine, 'bhutan'))).toEqual(['Asia/Thimphu']);
  });
});

describe('the difference from the visitor', () => {
  const en = createIntl({ locale: 'en', messages: english });
  const ja = createIntl({ locale: 'ja', messages: japanese });
  const hours = 3_600_000;

  test.each([
    [9, 9, 'Same time as you', '時差なし'],
    [-5, 9, '14\u00a0h behind', '時差 −14時間'],
    [5.75, 9, '3\u00a0h 15\u00a0min behind', '時差 −3時間15分'],
    [13.75, 9, '4\u00a0h 45\u00a0min ahead', '時差 +4時間45分'],
    [5.5, 5, '30\u00a0min ahead', '時差 +30分'],
    [14, -11, '25\u00a0h ahead', '時差 +25時間'],
  ])('%d of %d', (there, own, english, japanese) => {
    expect(differenceText(en, there * hours, own * hours)).toBe(english);
    expect(differenceText(ja, there * hours, own * hours)).toBe(japanese);
  });

  test.each([
    ['2026-11-21T03:00:00Z', 9, 9, 0, null],
    ['2026-11-20T22:00:00Z', -5, 9, -1, 'yesterday'],
    ['2026-11-20T22:00:00Z', 9, -5, 1, 'tomorrow'],
    ['2026-11-20T10:30:00Z', 14, -11, 2, 'in 2 days'],
    ['2026-12-31T16:00:00Z', 0, 9, -1, 'yesterday'],
  ])('at %s, %d of %d', (instant, there, own, days, words) => {
    const ahead = daysAhead(Date.parse(instant), there * hours, own * hours);
    expect(ahead).toBe(days);
    expect(dayText(en, ahead)).toBe(words);
  });

  test.each([
    ['en', 'Sat, November 21'],
    ['fr', 'Sam. 21 novembre'],
    ['pt', 'Sáb., 21 de novembro'],
  ] as const)('in %s a card’s line begins with %s', (locale, date) => {
    const intl = createIntl({ locale });
    expect(cardDateText(intl, Date.parse('2026-11-20T22:00:00Z'), 9 * hours)).toBe(date);
  });
});
