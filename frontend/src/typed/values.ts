// What can fill the slots of phrases: an hour, a length, a date; and what finds that in a text.
import type { Weekday } from '../model/types';
import type { Filled, Found, PhraseTree } from './phrase';
import type { Table } from './table';
import type { FoldedText } from './text';
import type { Vocabulary } from './vocabulary';
import type { Hours } from './words';
import type { MonthItem } from './written';

/** A time as it is said: an hour, and minutes after or before it. */
export interface Clock {
  readonly hour: number;
  /** In minutes; several are readings, the likelier first. */
  readonly offsets: readonly number[];
  /** A time with a name, such as noon, has its half of the day. */
  readonly isFixed: boolean;
  /** A number without a mark of a time: `7`, `730`. */
  readonly isNumber: boolean;
  /** In words, as people say them on a 12-hour clock. */
  readonly isSpoken: boolean;
  /** A form that rather means something else: `2h` is a while. */
  readonly isRare?: boolean;
}

export interface Length {
  /** Several are readings. */
  readonly seconds: readonly number[];
  readonly unit: number;
  /** Its last number has no unit and may be that of a time: `sept heures trente`. */
  readonly isOpen?: boolean;
}

export interface TypedDate {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
  /** Day and month may be the other way round. */
  readonly isAmbiguous: boolean;
  /** The weekday that was written with it. */
  readonly weekday: Weekday | null;
}

export interface Slots {
  h: { readonly hour: number; readonly isWord: boolean };
  m: number;
  mm: number;
  mw: number;
  /** Behind an hour: no small number in front of a name. */
  mh: number;
  /** A time with a name, in minutes. */
  moment: number;
  n: number;
  n0: number;
  d: number;
  mo: number;
  year: number;
  nth: number;
  unit: number;
  length: Length;
  clock: Clock;
  day: Weekday;
  /** Also by a name that is too short outside of lists. */
  anyDay: Weekday;
  days: readonly Weekday[];
  month: number;
  date: TypedDate;
  from: TypedDate;
  until: TypedDate;
  dates: readonly MonthItem[];
  half: Hours;
  lead: Hours;
  tail: Hours;
  part: Hours;
  at: true;
  of: true;
  on: true;
}

export type SlotName = keyof Slots;

/** Written as one character. */
export const fractions: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
};

/** What the finders of times, lengths and days need of a text and a vocabulary. */
export interface SlotSource {
  readonly typed: FoldedText;
  readonly vocabulary: Vocabulary;
  /** Everything that fills a slot at a position. */
  readonly at: <Name extends SlotName>(
    name: Name,
    position: number,
  ) => readonly Found<Slots[Name]>[];
  /** The phrases of a tree that begin at a position. */
  readonly matches: <Meaning>(
    phrases: PhraseTree<Meaning>,
    position: number,
    onMatch: (end: number, filled: readonly Filled[], meaning: Meaning) => void,
  ) => void;
  /** The words of a table at a position, with the point of an abbreviation and with endings. */
  readonly words: <Value>(table: Table<Value>, position: number) => readonly Found<Value>[];
  /** Without them, the longest first. */
  readonly wordsAt: <Value>(
    table: Table<Value>,
    position: number,
  ) => readonly { readonly word: string; readonly value: Value }[];
  readonly digits: (form: RegExp, position: number) => Found<number>[];
  /** In digits or words, with endings. */
  readonly numbers: (position: number, most: number) => Found<number>[];
  /** Where the other end of a range may begin. */
  readonly afterRangeMarks: (position: number) => readonly number[];
}
