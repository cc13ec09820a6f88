// The vocabulary of a language for the reader: the words of its file and those of `Intl`, in tables. Pure.
import type { IntlShape } from 'react-intl';
import { dayPeriod } from '../i18n/clock-time';
import type { Weekday } from '../model/types';
import {
  areDaysLower,
  daysOf,
  halvesOf,
  isHalf,
  monthsOf,
  partsOf,
  relativeDays,
  shortestDaysOf,
  type Half,
} from './calendar-words';
import { spelledWords, type SpelledWords } from './misspelled';
import { addTo, phraseOf, PhraseTree, type PhraseList } from './phrase';
import { tableOf, type Table } from './table';
import { folded } from './text';
import { internationalUnits, listJoints, unitTables, type WholeLength } from './unit-words';
import type { DayMeaning, Hours, RhythmMeaning, TimeMeaning, Words } from './words';
import { writtenDates, writtenMonthItems, writtenRhythms, type MonthItem } from './written';

export interface Vocabulary {
  readonly words: Words;
  /** English on a page in another language: its small and short words are no words there. */
  readonly isForeign: boolean;
  /** The words that only English has on such a page; null for the page's own language. */
  readonly ownWords: ReadonlySet<string> | null;
  /** The order of dates in digits; null if the visitor's region is unknown. */
  readonly order: 'day first' | 'month first' | null;
  /** Whether parts of the day are said before the time. */
  readonly partsLead: boolean;
  readonly hours: Table<number>;
  readonly numbers: Table<number>;
  readonly moments: Table<number>;
  readonly halves: Table<Half>;
  readonly parts: Table<Hours>;
  readonly partsBehind: Table<Hours>;
  readonly partsOfDays: Table<Hours>;
  readonly days: Table<Weekday>;
  /** Whether they are written with a small letter in the middle of a text. */
  readonly areDaysLower: boolean;
  readonly shortestDays: Table<Weekday>;
  /** Short names of days that are other words, too. */
  readonly otherDays: ReadonlySet<string>;
  /** Months that are names of people, too. */
  readonly otherMonths: ReadonlySet<string>;
  readonly months: Table<number>;
  readonly nth: Table<number>;
  readonly units: Table<number>;
  readonly wholeLengths: Table<WholeLength>;
  /** Days of a month, as the site writes them in a rule. */
  readonly monthItems: Table<MonthItem>;
  readonly small: Table<true>;
  /** Also in `small`. */
  readonly orders: Table<true>;
  /** Those of them that are orders only by themselves. */
  readonly verbs: Table<true>;
  readonly prepositions: Table<true>;
  /** Those of `small` that are known also with a slip of the finger, in alphabets in which that is one letter; by the first. */
  readonly longSmall: ReadonlyMap<string, readonly string[]>;
  readonly timeWords: Table<true>;
  readonly asked: Table<true>;
  readonly notTimes: Table<true>;
  readonly titles: Table<true>;
  readonly numbered: Table<true>;
  /** Words, and endings of words, that a number in front of them counts. */
  readonly counted: ReadonlySet<string>;
  readonly countedEndings: readonly string[];
  readonly letters: ReadonlySet<string>;
  readonly refusals: Table<true>;
  readonly wakes: Table<true>;
  /** Words that people may misspell. */
  readonly spelled: SpelledWords;
  readonly at: Table<true>;
  readonly of: Table<true>;
  readonly on: Table<true>;
  /** And whether it is written together with the next word. */
  readonly to: Table<boolean>;
  readonly and: Table<true>;
  readonly less: Table<true>;
  readonly each: Table<true>;
  readonly or: Table<true>;
  readonly limits: Table<true>;
  readonly until: Table<true>;
  readonly untilAfter: Table<true>;
  readonly ordinals: readonly string[];
  readonly endings: readonly string[];
  readonly sureEndings: ReadonlySet<string>;
  readonly pluralDays: readonly string[];
  readonly clocks: PhraseTree<ClockMeaning>;
  readonly dayPhrases: PhraseTree<DayMeaning>;
  readonly rhythms: PhraseTree<RhythmMeaning>;
  readonly dates: PhraseTree<true>;
  readonly amounts: PhraseTree<number>;
  readonly andParts: PhraseTree<number>;
  readonly whiles: PhraseTree<true>;
}

export interface ClockMeaning {
  readonly meaning: TimeMeaning;
  /** Whether it begins with the hour; others are said by a 12-hour clock: `half past 7`. */
  readonly isFromHour: boolean;
  /** In this language it rather means a while. */
  readonly isRare: boolean;
}

/** Shorter English words are words of other languages, too: `am`. */
const longForeign = 4;

/** Times that every language has. */
const clocks: Readonly<Record<string, TimeMeaning>> = {
  '{h}:{mm}': 0,
  '{h}.{mm}': 0,
  '{h}h{m}': 0,
  '{h}h': 0,
};
const rareClock = '{h}h';

interface Source {
  /** Of the words' language; for English on another page it has no messages, and none are asked for. */
  readonly intl: IntlShape;
  readonly words: Words;
  /** The visitor's language and region, as far as they are known. */
  readonly locale: string;
  readonly isForeign: boolean;
}

/** Takes a few milliseconds. */
export function vocabularyOf({ intl, words, locale, isForeign }: Source): Vocabulary {
  const { units, wholeLengths } = unitTables(intl, words, isForeign);
  const small = isForeign
    ? []
    : [
        ...(words.small ?? []),
        ...(words.at ?? []),
        ...(words.orders ?? []),
        ...(words.verbs ?? []),
      ];
  const halves = halvesOf(intl.locale, words);
  const partsLead = dayPeriod(intl.locale, 0)?.leads ?? false;
  return {
    words,
    isForeign,
    ownWords: isForeign ? ownWordsOf(intl, words, units) : null,
    order: orderOf(locale),
    partsLead,
    hours: tableOf(Object.entries({ ...words.hours, ...words.numbers })),
    numbers: tableOf(Object.entries(words.numbers ?? {})),
    moments: tableOf(Object.entries(words.moments ?? {})),
    halves: tableOf(halves),
    parts: tableOf(
      partsOf(intl.locale, words).filter(
        ([word]) => !isHalf(word, halves) && words.partsBehind?.[word] === undefined,
      ),
    ),
    partsBehind: tableOf(Object.entries(words.partsBehind ?? {})),
    partsOfDays: tableOf(Object.entries(words.partsOfDays ?? {})),
    days: tableOf(daysOf(intl, words, isForeign)),
    areDaysLower: areDaysLower(intl),
    shortestDays: tableOf(shortestDaysOf(intl)),
    otherDays: new Set((words.otherDays ?? []).map(folded)),
    otherMonths: new Set(words.otherMonths),
    months: tableOf(monthsOf(intl.locale, words)),
    nth: tableOf(Object.entries(words.nth ?? {})),
    units: tableOf(units),
    wholeLengths: tableOf(wholeLengths),
    monthItems: tableOf(isForeign ? [] : writtenMonthItems(intl)),
    small: flags(small),
    longSmall: byFirst(small.map(folded).filter((word) => /^[a-zа-я ]{5,}$/.test(word))),
    orders: flags(isForeign ? [] : [...(words.orders ?? []), ...(words.verbs ?? [])]),
    verbs: flags(isForeign ? [] : words.verbs),
    prepositions: flags(words.prepositions),
    timeWords: flags(words.timeWords?.filter(({ length }) => !isForeign || length >= longForeign)),
    asked: flags(isForeign ? [] : words.asked),
    notTimes: flags(words.notTimes),
    titles: flags(words.titles),
    numbered: flags(words.numbered),
    counted: new Set((isForeign ? [] : (words.counted ?? [])).map(folded)),
    countedEndings: (isForeign ? [] : (words.counted ?? []))
      .filter((word) => word.startsWith('-'))
      .map((word) => folded(word.slice(1))),
    letters: new Set(words.letters),
    refusals: flags(words.refusals),
    wakes: flags(words.wakes),
    spelled: isForeign ? spelledWords({}) : spelledWordsOf(intl, words, units),
    at: flags(['@', ...(words.at ?? [])]),
    of: flags(words.of),
    on: flags(words.on),
    to: tableOf(
      ['to', ...(words.to ?? [])].map((word) => [word.replace(/-$/, ''), word.endsWith('-')]),
    ),
    each: flags(words.each),
    and: flags([...listJoints(intl), ...(words.and ?? [])]),
    less: flags(words.less),
    or: flags(words.or),
    limits: flags(isForeign ? [] : words.limits),
    until: flags(words.until),
    untilAfter: flags(words.untilAfter),
    ordinals: (words.ordinals ?? []).map(folded),
    endings: (words.endings ?? []).map(folded),
    sureEndings: new Set((words.sureEndings ?? []).map(folded)),
    pluralDays: (words.pluralDays ?? []).map(folded),
    clocks: PhraseTree.of(
      Object.entries({ ...clocks, ...words.times }).map(([phrase, meaning]) => [
        phraseOf(phrase),
        {
          meaning,
          // In digits, Arabic `الساعة 7` is read literally, too.
          isFromHour: phrase.startsWith('{h}') || (meaning === 0 && !phrase.includes('{m')),
          isRare:
            (phrase === rareClock && words.times?.['{h} h'] === undefined) ||
            words.rareTimes?.includes(phrase) === true,
        },
      ]),
    ),
    dayPhrases: PhraseTree.of(
      phrases({ ...words.days, ...relativeDays(intl.locale), '[{on} ]{day}': 'coming' }),
    ),
    rhythms: PhraseTree.of([
      ...phrases(words.rhythms ?? {}),
      ...(isForeign ? [] : writtenRhythms(intl)),
      [phraseOf('{days}'), 'days'],
    ]),
    dates: treeOf([
      ...writtenDates(intl.locale),
      ...(words.dates ?? []),
      '{d} {month}',
      '{d} {month}[,] {year}',
    ]),
    amounts: PhraseTree.of(phrases(words.amounts ?? {}, (phrase) => phrase.replace('{n}', '{n0}'))),
    andParts: PhraseTree.of(phrases(words.andParts ?? {})),
    whiles: treeOf([...(words.whiles ?? []), '{length}']),
  };
}

/** Without those that every language has: `7 pm`, `20 min`. */
function ownWordsOf(
  intl: IntlShape,
  words: Words,
  units: readonly (readonly [string, number])[],
): ReadonlySet<string> {
  const texts = [
    ...textsIn(words),
    ...[...daysOf(intl, words, true), ...shortestDaysOf(intl)].flatMap(([day]) => [day, `${day}s`]),
    ...textsIn([monthsOf(intl.locale, words), units]),
    ...textsIn([partsOf(intl.locale, words), relativeDays(intl.locale)]),
  ];
  const all = new Set(texts.flatMap((text) => folded(text).match(/[a-z]{2,}/g) ?? []));
  for (const word of ['am', 'pm', ...Object.keys(internationalUnits)]) all.delete(word);
  return all;
}

/** All texts of a value, and the names of its fields, which are phrases. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

function flags(words: readonly string[] = []): Table<true> {
  return tableOf(words.map((word) => [word, true] as const));
}

function byFirst(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const word of words) addTo(all, word.slice(0, 1), word);
  return all;
}

function treeOf(sources: readonly string[]): PhraseTree<true> {
  return PhraseTree.of(sources.map((phrase) => [phraseOf(phrase), true]));
}

function phrases<Meaning>(
  sources: Readonly<Record<string, Meaning>>,
  change: (phrase: string) => string = (phrase) => phrase,
): PhraseList<Meaning> {
  return Object.entries(sources).map(([phrase, meaning]) => [phraseOf(change(phrase)), meaning]);
}

function orderOf(locale: string): Vocabulary['order'] {
  const { language, region } = new Intl.Locale(locale);
  if (region === undefined && language === 'en') return null;
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(
    0,
  );
  const [first] = parts.filter(({ type }) => type === 'day' || type === 'month');
  return first?.type === 'day' ? 'day first' : 'month first';
}

/** Single words that mean a time. */
function spelledWordsOf(
  intl: IntlShape,
  words: Words,
  units: readonly (readonly [string, number])[],
): SpelledWords {
  const singles = (phrases: readonly string[]) =>
    phrases.flatMap((phrase) =>
      folded(phrase.replaceAll(/\{\w+\}/g, ' ')).split(/[^\p{L}\p{M}]+/u),
    );
  const keys = (table: object = {}) => singles(Object.keys(table));
  const long = (all: readonly string[]) => all.filter(({ length }) => length > 5);
  const days = singles(daysOf(intl, words, false).map(([word]) => word));
  // `{day}s` and the like.
  const ends = Object.keys(words.rhythms ?? {}).flatMap((phrase) =>
    Array.from(phrase.matchAll(/\{days?\}\(?([\p{L}|]+)/gu), ([, all = '']) =>
      all.split('|'),
    ).flat(),
  );
  const plurals = new Set([...(words.pluralDays ?? []), ...ends]);
  const inflected = (list: readonly string[], endings: Iterable<string>) =>
    list.flatMap((word) => Array.from(endings, (end) => folded(word + end)));
  const months = singles(monthsOf(intl.locale, words).map(([word]) => word));
  const relative = keys(relativeDays(intl.locale));
  const parts = [
    ...singles(partsOf(intl.locale, words).map(([word]) => word)),
    ...keys(words.partsBehind),
    ...keys(words.partsOfDays),
  ];
  const unitWords = singles(units.map(([word]) => word));
  const timeWords = singles(words.timeWords ?? []);
  const clock = [
    ...keys(words.times),
    ...keys(words.hours),
    ...keys(words.numbers),
    ...keys(words.moments),
    ...keys(words.amounts),
    ...keys(words.andParts),
    ...keys(words.lengths),
    ...singles(words.whiles ?? []),
    ...singles(words.until ?? []),
  ];
  const endings = words.endings ?? [];
  // In scripts in which any slip is asked about beside a time.
  const orders = singles(words.orders ?? []).filter((word) =>
    /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}]/u.test(word),
  );
  const small = singles([...(words.small ?? []), ...(words.at ?? []), ...(words.orders ?? [])]);
  return spelledWords(
    {
      day: [
        ...days,
        ...relative,
        ...months,
        ...inflected(
          days.filter((word) => word.length > 1),
          [...plurals, ...endings],
        ),
      ],
      rhythm: [...keys(words.days), ...keys(words.rhythms), ...timeWords],
      part: [...parts, ...inflected(parts, endings)],
      unit: unitWords,
      clock: [...clock, ...inflected(timeWords, endings), ...orders],
    },
    [
      ...days,
      ...inflected(days, plurals),
      ...relative,
      ...parts,
      ...unitWords,
      ...timeWords,
      // Months of four letters and the like look too much like other words.
      ...long([...keys(words.days), ...keys(words.rhythms), ...months, ...keys(words.numbers)]),
    ],
    // Whole words of time that are left are found by themselves.
    [
      ...small,
      ...days,
      ...relative,
      ...months,
      ...parts,
      ...unitWords,
      ...timeWords,
      ...clock,
      ...keys(words.days),
      ...keys(words.rhythms),
    ],
  );
}

/** Whether a number in front of a noun counts it: `2 pills`. */
export function isCountedNoun({ counted, countedEndings }: Vocabulary, noun: string): boolean {
  const isPlural = !/(?:ss|us|is)$/.test(noun);
  return counted.has(noun) || (isPlural && countedEndings.some((end) => noun.endsWith(end)));
}
