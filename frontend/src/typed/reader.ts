// Reads what people type on the lines of alarms and timers, in their own order and words. Pure: the moment, the language,
// the region and the hours of the clock are arguments.
//
// A text is a set of parts in any order: a time, or a while from now; a day or a rhythm; and a name, which is the rest. A
// word of the rest that means a time is never taken as a name without asking.
import { createIntl, type IntlShape } from 'react-intl';
import { meaningsOf, secondsOf, type Meaning, type ReaderClock } from './meaning';
import { TextReader, type Cover } from './reading';
import { typedIn } from './text';
import { vocabularyOf, type Vocabulary } from './vocabulary';
import type { Words } from './words';
import { en } from './words/en';

export { en };
export type { ReaderClock, TypedRule } from './meaning';

export interface TypedAlarm extends Meaning {
  /** What is left, as it was typed. */
  readonly name: string;
}

export interface TypedTimer {
  /** Possibly none, or more than a timer may have. */
  readonly seconds: number;
  readonly name: string;
}

/** What a text means. */
export interface Reading<Row> {
  /** Null if it means nothing. */
  readonly row: Row | null;
  /** Other meanings, the likelier first. */
  readonly others: readonly Row[];
  /** Words of the name that mean a time, or words that contradict each other, as they were typed. */
  readonly unclear: readonly UnclearWords[];
}

export interface UnclearWords {
  readonly text: string;
  /** In the typed text. */
  readonly start: number;
  readonly end: number;
}

/** Reads texts in one language, and in English. */
export class TypedReader {
  readonly #vocabularies: readonly Vocabulary[];

  /** Takes some milliseconds. `words` are those of the page's language, `locale` may also contain the region. */
  constructor(intl: IntlShape, words: Words, locale: string) {
    const own = vocabularyOf({ intl, words, locale, isForeign: false });
    this.#vocabularies = words.language === 'en' ? [own] : [own, englishVocabulary()];
  }

  alarm(text: string, clock: ReaderClock): Reading<TypedAlarm> {
    const reader = new TextReader(text, this.#vocabularies);
    const cover = reader.cover('alarm', clock.hour12);
    if (cover === null) return nothing;
    const [row = null, ...others] = meaningsOf(cover.when, cover.which, clock).map((meaning) => ({
      ...meaning,
      name: cover.name,
    }));
    return { row, others, unclear: unclearIn(reader, cover, row === null) };
  }

  timer(text: string, clock: ReaderClock): Reading<TypedTimer> {
    const reader = new TextReader(text, this.#vocabularies);
    const cover = reader.cover('timer');
    if (cover === null) return nothing;
    const [row = null, ...others] = secondsOf(cover.when, clock).map((seconds) => ({
      seconds,
      name: cover.name,
    }));
    return { row, others, unclear: unclearIn(reader, cover, row === null) };
  }

  /** A text that is a time of day and nothing else. */
  time(text: string, clock: ReaderClock): Reading<string> {
    const { row, others, unclear } = this.alarm(text, clock);
    if (row === null || row.name !== '' || row.rule !== null || unclear.length > 0) return nothing;
    return { row: row.time, others: others.map(({ time }) => time), unclear };
  }

  /** The seconds of a text that is a length and nothing else. */
  length(text: string, clock: ReaderClock): number | null {
    const { row, unclear } = this.timer(text, clock);
    return row === null || row.name !== '' || unclear.length > 0 ? null : row.seconds;
  }
}

const nothing = { row: null, others: [], unclear: [] } as const;

/** The words that are left over; if the parts contradict each other, those. */
function unclearIn(
  reader: TextReader,
  cover: Cover,
  isContradiction: boolean,
): readonly UnclearWords[] {
  const parts = [cover.which[0], cover.when[0]].filter((part) => part !== undefined);
  const spans = isContradiction ? parts.slice(0, 1) : cover.unclear;
  return spans.map(({ start, end }) => ({
    text: typedIn(reader.typed, { start, end }),
    start: reader.typed.places[start] ?? 0,
    end: reader.typed.places[end] ?? 0,
  }));
}

let english: Vocabulary | null = null;

function englishVocabulary(): Vocabulary {
  english ??= vocabularyOf({
    intl: createIntl({ locale: 'en' }),
    words: en,
    locale: 'en',
    isForeign: true,
  });
  return english;
}
