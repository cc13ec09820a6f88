// The words of a language for the reader of typed times: what its file in `words` contains.
//
// Most tables have phrases as keys. In a phrase
//   `{h}`      is an hour, in digits or words, and `{m}` minutes; `{mm}` are two digits, `{mw}` words alone
//   `{mh}`     are minutes behind an hour, `sieben Uhr fünf`: in front of a name no small number, `7 Uhr 2 Tabletten`
//   `{n}`      is a number, also with a fraction; `{unit}` a unit of time; `{length}` a length, `1 h 30 min`
//   `{day}`    is a weekday, `{days}` a list or a range of several, `{nth}` first to fourth or last
//   `{date}`   is a date; `{d}` a day of the month, `{month}` the name of a month, `{mo}` its number, `{year}` a year
//   `{part}`   is a part of the day
//   `{clock}`  is a time of day, also one of these phrases; `{moment}` one with a name, noon
//   `[…]`      may be missing, `(a|b)` is one of several
//   a space    may be missing between digits and letters, and between Chinese, Japanese and Korean characters;
//              without a space the parts touch each other: `{day}s`
// Case, accents, and the points of abbreviations don't matter. The first of two phrases with one meaning for a text counts.
// What `Intl` knows is not repeated in these files: the names of days and months, `tomorrow`, parts of the day, units.
import type { LanguageCode } from '../i18n/languages';
import type { Repeat, Weekday } from '../model/types';

/** From which hour to which a part of the day lasts; hours from 24 on are those after midnight: `[21, 28]`. */
export type Hours = readonly [from: number, to: number];

/**
 * Minutes that are added to the time, or `before`: those of `{m}`, or `{length}`, are before it. Several are readings, the
 * likelier first.
 */
export type TimeMeaning = number | 'before' | readonly number[];

export type DayMeaning =
  /** Today is 0, tomorrow 1. With `{n}` that is added, and with `{unit}` multiplied. */
  | number
  /** The next such weekday, today if the time is still to come. */
  | 'coming'
  /** That weekday of this calendar week, or of the next one. */
  | 'this week'
  | 'next week'
  /** That of the next calendar week, or the coming one: `next Friday`. */
  | 'next'
  /** That weekday of the week after the next one. */
  | 'week after next'
  /** The next day of the month with the number `{d}`; with `{day}` none if that is another weekday. */
  | 'day of month'
  /** That day of the next month. */
  | 'day of next month'
  /** The last day of this month. */
  | 'end of month'
  /** A day with its part: `tonight`. */
  | { readonly in: number; readonly part: Hours }
  /** A day with a name, each year on the same date: `new year's eve`. */
  | { readonly month: number; readonly day: number }
  /** Several days, or nobody knows which: the line asks. */
  | 'unknown';

export type RhythmMeaning =
  | Extract<Repeat, 'daily' | 'weekday' | 'weekend'>
  /** Every day in a part of it: `every night`. */
  | { readonly part: Hours }
  /** None that an alarm can have, as `this weekend`: the line asks. */
  | 'unknown'
  /** The days of the phrase, or these. */
  | 'days'
  | readonly Weekday[]
  /** All but those of the phrase: `every day except Friday`; of the days that the text has elsewhere, `weekdays except Friday`. */
  | 'other days'
  /** All but Saturday and Sunday. */
  | 'no weekend'
  /** Every second week, or every `{n}` weeks, on the days of the phrase. */
  | 'every second week'
  | 'every n weeks'
  | 'every second day'
  | 'every n days'
  /** `{nth}` `{day}` of every month. */
  | 'nth day'
  /** Day `{d}` of every month, its first and its last day. */
  | 'date'
  | 'first date'
  | 'last date'
  /** Every year, or every `{n}` years, on `{date}`. */
  | 'yearly'
  | 'every second year'
  /** Every month, or every `{n}` months, on days as the site writes them. */
  | 'monthly'
  | 'every second month';

export interface Words {
  readonly language: LanguageCode;
  /** Numbers in words, up to 100. `numbersOf` composes them. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Other words for hours, such as the forms of `at seven` in languages with cases. */
  readonly hours?: Readonly<Record<string, number>>;
  /** The last hour that people write: 24 by default; 29 if 25 o'clock is an hour after midnight. */
  readonly lastHour?: number;
  /** Before a time: `at`. */
  readonly at?: readonly string[];
  /** Between a part of the day and a time. */
  readonly of?: readonly string[];
  /** Phrases for times of day. `7`, `730`, `7:30`, `7.30`, `7h30` are known already. */
  readonly times?: Readonly<Record<string, TimeMeaning>>;
  /** Those of them that rather mean a while up to 12: `2 horas`. */
  readonly rareTimes?: readonly string[];
  /** Times with a name, in minutes: noon, midnight. */
  readonly moments?: Readonly<Record<string, number>>;
  /** Halves of the day: further words for am and pm. */
  readonly am?: readonly string[];
  readonly pm?: readonly string[];
  /** Parts of the day, before or after a time or a day. */
  readonly parts?: Readonly<Record<string, Hours>>;
  /** Those that stand behind a time alone, `8 da manhã`: behind a noun they are a part of its name, `café da manhã`. */
  readonly partsBehind?: Readonly<Record<string, Hours>>;
  /** Parts of the day after a day alone: `tomorrow morning`. */
  readonly partsOfDays?: Readonly<Record<string, Hours>>;
  /** Further names of weekdays. */
  readonly weekdays?: Readonly<Partial<Record<Weekday, readonly string[]>>>;
  /** Short names of weekdays that are names of people or other words, too: French `sam`; and days with a name, `christmas`. */
  readonly otherDays?: readonly string[];
  /** Months that are names of people, too, written with a capital letter and without a number beside them: `Aunt May`. */
  readonly otherMonths?: readonly string[];
  /** Further names of months, January first. */
  readonly months?: readonly (readonly string[])[];
  /** Before a day or a date: `on`. */
  readonly on?: readonly string[];
  readonly days?: Readonly<Record<string, DayMeaning>>;
  /** After the number of a day of the month: `th`. */
  readonly ordinals?: readonly string[];
  /** Phrases for dates, beyond `{d} {month}`, the order of the language, and dates in digits. */
  readonly dates?: readonly string[];
  /** Between the ends of a range: `to`. One that is written together with the next word ends in `-`: Arabic `لل-`. */
  readonly to?: readonly string[];
  /** Between the items of a list: `and`. */
  readonly and?: readonly string[];
  /** Between a length and a smaller one by which it is shorter: Arabic `ساعتين إلا خمس دقائق`. */
  readonly less?: readonly string[];
  /** Behind it before each day: `cada lunes y cada jueves`. */
  readonly each?: readonly string[];
  /** Between two numbers of which one is meant, `or`, and before the right one, `no`: another number joined to a time asks. */
  readonly or?: readonly string[];
  /** Before a time, of which they make a limit, `before 8`: a line that has one there asks. */
  readonly limits?: readonly string[];
  readonly rhythms?: Readonly<Record<string, RhythmMeaning>>;
  /** `first` to `fourth`, and −1 for `last`. */
  readonly nth?: Readonly<Record<string, 1 | 2 | 3 | 4 | -1>>;
  /** Further names of units: of seconds, minutes, hours, days, weeks. */
  readonly units?: Readonly<Partial<Record<Unit, readonly string[]>>>;
  /** Numbers of units that are words, such as 1.5; with `{n}` what is added to it. */
  readonly amounts?: Readonly<Record<string, number>>;
  /** Parts of a unit more, after the unit: `1 hour and a half`. */
  readonly andParts?: Readonly<Record<string, number>>;
  /** Whole lengths in words, in seconds. */
  readonly lengths?: Readonly<Record<string, number>>;
  /** A while from now. `{length}` alone and `+{length}` are known already. */
  readonly whiles?: readonly string[];
  /** Before the time at which a timer ends: `until`. */
  readonly until?: readonly string[];
  /** Behind it: `19:00まで`. */
  readonly untilAfter?: readonly string[];
  /** Endings that a word or a number may have. */
  readonly endings?: readonly string[];
  /** How a unit behind digits may go on, `3분이나`, in a script in which a name may also follow it without a space: `8시방송`. */
  readonly unitEndings?: readonly string[];
  /** Those that are no beginning of a word, whatever follows them: `12時に|お弁当`. */
  readonly sureEndings?: readonly string[];
  /** Plurals of weekdays in a list: `mercredis et vendredis`. */
  readonly pluralDays?: readonly string[];
  /** Words that are left out at the edges of a name. */
  readonly small?: readonly string[];
  /** Those of them with which a name may begin: `к врачу`. */
  readonly prepositions?: readonly string[];
  /** What people say to a device, which is no name: `wake me up`, `remind me to`. */
  readonly orders?: readonly string[];
  /** Those that are said to it only if nothing but the time follows: French `mets 5 min`, and not `mets la table`. */
  readonly verbs?: readonly string[];
  /** Words that mean a time or a repetition and are not in a phrase above by themselves: a line that has one left asks. */
  readonly timeWords?: readonly string[];
  /** Other words that ask wherever they are left: what denies, corrects or asks, and wrong conversions of an input method. */
  readonly asked?: readonly string[];
  /** Words that contain such a word, or look like a misspelled one, and mean something else: `night shift`, `match`. */
  readonly notTimes?: readonly string[];
  /** Before the name of a person, which may be that of a day: `Mrs Sunday`. */
  readonly titles?: readonly string[];
  /** Nouns before their number, where the number could also begin a span: French `bus 5 à 7h`. */
  readonly numbered?: readonly string[];
  /** Nouns that a number in front of them counts, `2 pills`; those that begin with `-` are endings of plurals. */
  readonly counted?: readonly string[];
  /** Characters of which words of time are made, in scripts without spaces: 時, 曜. */
  readonly letters?: string;
  /** What an input method writes for a unit that sounds like it, 店 for 点: behind the digits of a time they ask. */
  readonly soundsOfUnits?: string;
  /** Orders that are for the morning if nothing else tells the half of the day: `разбуди в полседьмого`. */
  readonly wakes?: readonly string[];
  /** How minutes are written behind hours alone: Russian `2 ч 15 м`. */
  readonly minutesBehindHours?: string;
  /** What people say who want no alarm, if nothing else is left: `cancel`. */
  readonly refusals?: readonly string[];
}

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week';

/**
 * Numbers in words. `low` are those from 0 on, `tens` those of 20, 30 and so on; `joined` says how a ten and a one are
 * joined. Several words for one number are joined by `/`.
 */
export function numbersOf(
  low: string,
  tens: string,
  joined: (ten: string, one: string) => string,
): Record<string, number> {
  const numbers: Record<string, number> = {};
  const lowWords = low.split(' ').map((words) => words.split('/'));
  lowWords.forEach((words, number) => {
    for (const word of words) numbers[word.replaceAll('_', ' ')] ??= number;
  });
  tens.split(' ').forEach((words, index) => {
    const ten = (index + 2) * 10;
    for (const word of words.replaceAll('_', ' ').split('/')) {
      numbers[word] ??= ten;
      for (let one = 1; one < 10; one++) {
        for (const oneWord of lowWords[one] ?? []) numbers[joined(word, oneWord)] ??= ten + one;
      }
    }
  });
  return numbers;
}

/** `hour and 20 minutes`: an hour without its number, and minutes in digits or words. */
export function hourAnd(
  hour: string,
  numbers: Readonly<Record<string, number>>,
  minutes: readonly string[],
): Record<string, number> {
  const counts = Object.entries(numbers).filter(([, count]) => count >= 5 && count < 60);
  return Object.fromEntries(
    counts
      .flatMap(([word, count]): [string, number][] => [
        [word, count],
        [String(count), count],
      ])
      .flatMap(([word, count]) =>
        ['', ...minutes.map((unit) => ` ${unit}`)].map((unit): [string, number] => [
          `${hour} ${word}${unit}`,
          3600 + count * 60,
        ]),
      ),
  );
}

/** Words and phrases in one text, with commas between them. */
export function listOf(text: string): readonly string[] {
  return text.trim().split(/\s*,\s*/);
}

/** Their keys are phrases; those of other tables are words. */
const phraseTables: ReadonlySet<string> = new Set<keyof Words>([
  'times',
  'days',
  'dates',
  'rhythms',
  'amounts',
  'andParts',
  'whiles',
]);

/**
 * Adds other spellings of words, `बजे baje/bje`, to all tables: Hindi in Latin letters. A phrase may mix them. `_` is a space
 * within a spelling.
 */
export function withSpellings(words: Words, spellings: string): Words {
  const known = new Map(
    listOf(spellings).map((line): [string, readonly string[]] => {
      const [word = '', others = ''] = line.split(' ');
      return [word.normalize(), [word, ...others.replaceAll('_', ' ').split('/')]];
    }),
  );
  const of = (word: string) => known.get(word.normalize()) ?? [word];
  const inPhrase = (phrase: string) =>
    phrase.replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
      known.has(word.normalize()) ? `(${of(word).join('|')})` : word,
    );
  const all = (text: string) =>
    text
      .split(' ')
      .map(of)
      .reduce((starts, next) => starts.flatMap((start) => next.map((end) => `${start} ${end}`)));
  const spelled = (value: unknown, isOfPhrases: boolean): unknown => {
    const forms = (text: string) => (isOfPhrases ? [inPhrase(text)] : all(text));
    if (Array.isArray(value))
      return (value as unknown[]).flatMap<unknown>((one) =>
        typeof one === 'string' ? forms(one) : [one],
      );
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) =>
        Array.isArray(one) && !isOfPhrases && typeof one[0] === 'string'
          ? [[key, spelled(one, false)]]
          : forms(key).map((form): [string, unknown] => [form, one]),
      ),
    );
  };
  return Object.fromEntries(
    Object.entries(words).map(([field, value]) => [field, spelled(value, phraseTables.has(field))]),
  ) as unknown as Words;
}
