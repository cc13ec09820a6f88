// What fills the slots of phrases in a text, found once for each position: numbers and words here, times, lengths and days in
// files of their own. Pure.
import { beginningsIn, type Beginning, type Beginnings } from './beginnings';
import { clocksAt, isOfName } from './clock-slots';
import { anyDays, datesAt, dayLists, monthItemLists } from './day-slots';
import { lengthsIn } from './length-slots';
import { addTo, type Filled, type Found, type PhraseTree } from './phrase';
import type { Table } from './table';
import { afterSpace, isInWord, typedIn, type FoldedText, type Span } from './text';
import { fractions, type SlotName, type Slots, type SlotSource } from './values';
import type { Vocabulary } from './vocabulary';
import type { Hours } from './words';

export interface Entry<Value> {
  readonly word: string;
  readonly value: Value;
}

const none: readonly never[] = [];
const noWords: ReadonlyMap<Table<unknown>, readonly Entry<unknown>[]> = new Map();

export class TextSlots implements SlotSource {
  readonly #beginnings: Beginnings;
  /** By their positions, as all below. */
  readonly #begun: Beginning[] = [];
  readonly #words: ReadonlyMap<Table<unknown>, readonly Entry<unknown>[]>[] = [];
  readonly #filledAt = (slot: string, position: number) => this.at(slot as SlotName, position);
  readonly #endings: (readonly string[])[] = [];
  readonly #known = new Map<SlotName, (readonly Found[] | undefined)[]>();

  constructor(
    readonly typed: FoldedText,
    readonly vocabulary: Vocabulary,
  ) {
    this.#beginnings = beginningsIn(vocabulary);
  }

  /** Everything that fills a slot at a position; `{part}` and the like in any order of their ends. */
  at<Name extends SlotName>(name: Name, position: number): readonly Found<Slots[Name]>[] {
    if (!this.#beginning(position).isOf(name)) return none;
    let places = this.#known.get(name);
    if (places === undefined) {
      places = [];
      this.#known.set(name, places);
    }
    const known = places[position];
    if (known !== undefined) return known as readonly Found<Slots[Name]>[];
    const found = this.#find(name, position);
    places[position] = found;
    return found as readonly Found<Slots[Name]>[];
  }

  /** Whether one of these slots can be filled by what begins at a position. */
  mayBegin(names: readonly SlotName[], position: number): boolean {
    return names.some(this.#beginning(position).isOf);
  }

  #beginning(position: number): Beginning {
    return (this.#begun[position] ??= this.#beginnings.at(this.typed.text, position));
  }

  matches<Meaning>(
    phrases: PhraseTree<Meaning>,
    position: number,
    onMatch: (end: number, filled: readonly Filled[], meaning: Meaning) => void,
  ) {
    // Korean phrases may begin with a gap.
    if (!this.#beginning(afterSpace(this.typed.text, position)).isOf(phrases)) return;
    phrases.match(this.typed, position, this.#filledAt, onMatch);
  }

  #find(name: SlotName, position: number): readonly Found[] {
    const { vocabulary } = this;
    switch (name) {
      case 'h':
        return this.#hours(position);
      case 'm':
        return this.numbers(position, 59);
      case 'mm':
        return this.digits(/\d\d(?!\d)/y, position).filter(({ value }) => value < 60);
      case 'mw':
        return this.words(this.vocabulary.numbers, position).filter(({ value }) => value < 60);
      case 'mh':
        return this.numbers(position, 59).filter((found) => !isOfName(this, position, found));
      case 'moment':
        return this.words(vocabulary.moments, position);
      case 'n':
        return this.#amounts(position);
      case 'n0':
        return this.#plainAmounts(position);
      case 'd':
        return this.numbers(position, 31).flatMap((found) => [
          found,
          ...vocabulary.ordinals
            .filter((ordinal) => this.typed.text.startsWith(ordinal, found.end))
            .map((ordinal) => ({ ...found, end: found.end + ordinal.length })),
        ]);
      case 'mo':
        return this.numbers(position, 12);
      case 'year':
        return this.digits(/2[01]\d\d(?!\d)/y, position);
      case 'nth':
        return this.words(vocabulary.nth, position);
      case 'unit':
        return this.words(vocabulary.units, position);
      case 'length':
        return lengthsIn(this, position, Infinity);
      case 'clock':
        return clocksAt(this, position);
      case 'day':
        return this.words(vocabulary.days, position);
      case 'anyDay':
        return anyDays(this, position);
      case 'days':
        return dayLists(this, position);
      case 'dates':
        return monthItemLists(this, position);
      case 'month':
        return this.words(vocabulary.months, position);
      case 'date':
      case 'from':
      case 'until':
        return datesAt(this, position);
      case 'half':
      case 'lead':
      case 'tail':
      case 'part':
        return this.#parts(name, position);
      case 'at':
        return this.words(vocabulary.at, position);
      case 'of':
        return this.words(vocabulary.of, position);
      case 'on':
        return this.words(vocabulary.on, position);
    }
  }

  /** The words of a table that stand at a position, the longest first. */
  wordsAt<Value>(table: Table<Value>, position: number): readonly Entry<Value>[] {
    return (this.#allWords(position).get(table) as readonly Entry<Value>[] | undefined) ?? none;
  }

  /** Whether a word of any table stands at a position. */
  hasWords(position: number): boolean {
    return this.#allWords(position).size > 0;
  }

  #allWords(position: number) {
    return (this.#words[position] ??= this.#findWords(position));
  }

  /** Of all tables. */
  #findWords(position: number): ReadonlyMap<Table<unknown>, readonly Entry<unknown>[]> {
    let found: Map<Table<unknown>, Entry<unknown>[]> | undefined;
    for (const { word, meanings } of this.#beginning(position).words) {
      if (!this.typed.text.startsWith(word, position)) continue;
      found ??= new Map<Table<unknown>, Entry<unknown>[]>();
      for (const { table, value } of meanings) addTo(found, table, { word, value });
    }
    return found ?? noWords;
  }

  /** The words of a table at a position, with the point of an abbreviation and with endings. */
  words<Value>(table: Table<Value>, position: number): readonly Found<Value>[] {
    const words = this.wordsAt(table, position);
    if (words.length === 0) return none;
    const { text, classes } = this.typed;
    const found: Found<Value>[] = [];
    for (const { word, value } of words) {
      const end = position + word.length;
      const isWeak = word.length === 1 && classes[position] === 'cjk';
      const one = { value, end, isWeakStart: isWeak, isWeakEnd: isWeak };
      found.push(one);
      if (/[.॰]/.test(text[end] ?? '') && classes[end + 1] !== 'digit') {
        found.push({ value, end: end + 1, isWeakStart: isWeak, isWeakEnd: isWeak });
      }
      this.#addWithEndings(one, found);
    }
    return found;
  }

  /** The endings of words that stand at a position. */
  endingsAt(position: number): readonly string[] {
    return (this.#endings[position] ??= this.vocabulary.endings.filter((ending) =>
      this.typed.text.startsWith(ending, position),
    ));
  }

  /** `7'de`: adds what was found with each ending that follows it. */
  #addWithEndings<Value>(one: Found<Value>, found: Found<Value>[]) {
    const { value, end: start, isWeakStart } = one;
    for (const ending of this.endingsAt(start)) {
      const end = start + ending.length;
      if (!isInWord(this.typed, end)) found.push({ value, end, isWeakStart, isWeakEnd: false });
    }
  }

  #withEndings<Value>(one: Found<Value>): Found<Value>[] {
    const found = [one];
    this.#addWithEndings(one, found);
    return found;
  }

  /** Whether a number in words goes on at a position: `十` of `九十`. */
  isInNumber(position: number): boolean {
    const { text, classes } = this.typed;
    const isNumber = (at: number) =>
      classes[at] === 'cjk' && this.vocabulary.numbers.has(text[at] ?? '');
    return isNumber(position - 1) && isNumber(position);
  }

  isNumberInWords({ start, end }: Span): boolean {
    return this.words(this.vocabulary.numbers, start).some((word) => word.end === end);
  }

  digits(form: RegExp, position: number): Found<number>[] {
    if (this.typed.classes[position - 1] === 'digit') return [];
    form.lastIndex = position;
    const digits = form.exec(this.typed.text)?.[0];
    return digits === undefined ? [] : [{ end: position + digits.length, value: Number(digits) }];
  }

  numbers(position: number, most: number): Found<number>[] {
    const found = [
      ...this.digits(/\d{1,2}(?!\d)/y, position),
      ...this.words(this.vocabulary.numbers, position),
    ];
    return found.filter(({ value }) => value <= most).flatMap((one) => this.#withEndings(one));
  }

  #hours(position: number): Found<Slots['h']>[] {
    const last = this.vocabulary.words.lastHour ?? 24;
    const inDigits = this.digits(/\d{1,2}(?!\d)/y, position);
    return [
      ...inDigits
        .flatMap((one) => this.#withEndings(one))
        .map((one) => ({ ...one, value: { hour: one.value, isWord: false } })),
      ...this.words(this.vocabulary.hours, position).map((one) => ({
        ...one,
        isWeakStart: false,
        isWeakEnd: false,
        value: { hour: one.value, isWord: true },
      })),
    ].filter(({ value }) => value.hour <= last);
  }

  /** `2`, `1.5`, `1.500`, `1½`, `1 1/2`, and numbers in words. */
  #plainAmounts(position: number): Found<number>[] {
    const { text, classes } = this.typed;
    if (classes[position - 1] === 'digit' || /\d[.,:/]$/.test(text.slice(0, position))) return [];
    amountForm.lastIndex = position;
    const found = amountForm.exec(text);
    const inWords = this.words(this.vocabulary.numbers, position).map((one) => ({
      ...one,
      isWeakStart: false,
      isWeakEnd: false,
    }));
    if (found?.groups === undefined) return inWords;
    const { whole = '0', thousands = '', decimals = '0', rest, alone } = found.groups;
    const plain = Number(`${whole}${thousands}.${decimals}`);
    const value = plain + fractionOf((rest ?? alone ?? '0').trim());
    const end = position + found[0].length;
    // 5、6分 are two numbers, and so are 2,3分.
    const written = typedIn(this.typed, { start: position, end });
    const isList =
      /[、，]/.test(written) ||
      (/,\d{1,2}$/.test(written) && ['cjk', 'hangul'].includes(classes[end] ?? ''));
    const digits = isList ? { end: position + whole.length, value: Number(whole) } : { end, value };
    return [digits, ...inWords];
  }

  #amounts(position: number): Found<number>[] {
    const found: Found<number>[] = [...this.at('n0', position)];
    this.matches(this.vocabulary.amounts, position, (end, filled, added) => {
      const count = filled.find(({ slot }) => slot === 'n0')?.value;
      found.push({ end, value: added + (typeof count === 'number' ? count : 0) });
    });
    return found;
  }

  afterRangeMarks(position: number): readonly number[] {
    const { text } = this.typed;
    const start = afterSpace(text, position);
    const marks = /[-~]/.test(text[start] ?? '') ? [start + 1] : [];
    const words = this.words(this.vocabulary.to, start).filter(
      ({ end, value: isJoined }) => isJoined || !isInWord(this.typed, end),
    );
    return [...marks, ...words.map(({ end }) => end)].map((end) => afterSpace(text, end));
  }

  #parts(name: 'half' | 'lead' | 'tail' | 'part', position: number): readonly Found<Hours>[] {
    const { vocabulary } = this;
    const halves = this.words(vocabulary.halves, position)
      .filter(({ end, value }) => !value.isLetter || this.#isLetterOfHalf(position, end))
      .map((found) => ({ ...found, value: found.value.hours }));
    const parts = this.words(vocabulary.parts, position);
    const behind = this.words(vocabulary.partsBehind, position);
    const isAfterDay = name === 'part';
    switch (name) {
      case 'half':
        return halves;
      case 'lead':
        return vocabulary.partsLead
          ? [
              ...parts,
              ...this.words(vocabulary.halves, position)
                .filter(({ value }) => !value.isLetter)
                .map((found) => ({ ...found, value: found.value.hours })),
            ]
          : parts;
      case 'tail':
        return vocabulary.partsLead ? halves : [...halves, ...parts, ...behind];
      case 'part':
        return [
          ...parts,
          ...behind,
          ...(isAfterDay ? this.words(vocabulary.partsOfDays, position) : []),
          // `내일오전10시`.
          ...(vocabulary.partsLead ? halves : []),
        ];
    }
  }

  #isLetterOfHalf(start: number, end: number): boolean {
    const { classes } = this.typed;
    return classes[start - 1] === 'digit' || end === classes.length;
  }
}

const fraction = String.raw`[½¼¾⅓⅔]|\d\/[2-9](?!\d)`;
/** `2`, `1.5`, `1½`, `1 1/2`, `½`, `1/2`. Three digits behind a mark are thousands in every language: `1.500`, `1,500`. */
const amountForm = new RegExp(
  String.raw`(?:(?<whole>\d{1,5})(?![\d/])(?:(?<=(?<!\d)[1-9]\d{0,2})[.,](?<thousands>\d{3})(?!\d)|[.,](?<decimals>\d{1,3})(?!\d)|(?<rest>[½¼¾⅓⅔]| (?:${fraction})))?|(?=[½¼¾⅓⅔]|\d\/)(?<alone>${fraction}))`,
  'y',
);
function fractionOf(written: string): number {
  const [over = '0', under = '1'] = written.split('/');
  return fractions[written] ?? Number(over) / Number(under);
}
