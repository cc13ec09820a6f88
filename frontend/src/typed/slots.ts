// What fills the slots of phrases in a text: numbers, hours, lengths, weekdays, dates. Pure.
import { weekdays, type Weekday } from '../model/types';
import { beginningsIn } from './beginnings';
import { matchPhrase, type Filled, type Found, type PhraseList } from './phrase';
import { wordsAt, type Table } from './table';
import { afterSpace, isInWord, type FoldedText } from './text';
import {
  fractions,
  type Clock,
  type Length,
  type SlotName,
  type Slots,
  type TypedDate,
} from './values';
import type { MonthItem, Vocabulary } from './vocabulary';
import type { Hours } from './words';

export class TextSlots {
  readonly #beginnings: ReturnType<typeof beginningsIn>;
  readonly #known = new Map<SlotName, (readonly Found[] | undefined)[]>();

  constructor(
    readonly typed: FoldedText,
    readonly vocabulary: Vocabulary,
  ) {
    this.#beginnings = beginningsIn(vocabulary);
  }

  /** Everything that fills a slot at a position; `{part}` and the like in any order of their ends. */
  at<Name extends SlotName>(name: Name, position: number): readonly Found<Slots[Name]>[] {
    if (!this.#beginnings.ofSlot(name).has(this.typed.text[position] ?? '')) return [];
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

  /** Tries the phrases of a list that can begin with the character at a position. */
  matches<Meaning>(
    phrases: PhraseList<Meaning>,
    position: number,
    onMatch: (end: number, filled: readonly Filled[], meaning: Meaning) => void,
  ) {
    const character = this.typed.text[position] ?? '';
    for (const [phrase, meaning] of this.#beginnings.at(phrases, character)) {
      matchPhrase(
        phrase,
        this.typed,
        position,
        (slot, at) => this.at(slot as SlotName, at),
        (end, filled) => {
          onMatch(end, filled, meaning);
        },
      );
    }
  }

  #find(name: SlotName, position: number): readonly Found[] {
    const { vocabulary } = this;
    switch (name) {
      case 'h':
        return this.#hours(position);
      case 'm':
        return this.#numbers(position, 59);
      case 'mm':
        return this.#digits(/\d\d(?!\d)/y, position).filter(({ value }) => value < 60);
      case 'mw':
        return this.words(this.vocabulary.numbers, position).filter(({ value }) => value < 60);
      case 'n':
        return this.#amounts(position);
      case 'n0':
        return this.#plainAmounts(position);
      case 'd':
        return this.#numbers(position, 31).flatMap((found) => [
          found,
          ...vocabulary.ordinals
            .filter((ordinal) => this.typed.text.startsWith(ordinal, found.end))
            .map((ordinal) => ({ ...found, end: found.end + ordinal.length })),
        ]);
      case 'mo':
        return this.#numbers(position, 12);
      case 'year':
        return this.#digits(/2[01]\d\d(?!\d)/y, position);
      case 'nth':
        return this.words(vocabulary.nth, position);
      case 'unit':
        return this.words(vocabulary.units, position);
      case 'length':
        return this.#lengths(position, Infinity);
      case 'clock':
        return this.#clocks(position);
      case 'day':
        return this.words(vocabulary.days, position);
      case 'days':
        return this.#days(position);
      case 'dates':
        return this.#monthItems(position);
      case 'month':
        return this.words(vocabulary.months, position);
      case 'date':
      case 'from':
      case 'until':
        return this.#dates(position);
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

  /** The words of a table at a position, with the point of an abbreviation and with endings. */
  words<Value>(table: Table<Value>, position: number): Found<Value>[] {
    const { text, classes } = this.typed;
    const found: Found<Value>[] = [];
    for (const [word, value] of wordsAt(table, text, position)) {
      const end = position + word.length;
      const isWeak = word.length === 1 && classes[position] === 'cjk';
      const one = { value, isWeakStart: isWeak, isWeakEnd: isWeak };
      found.push({ ...one, end });
      if (/[.॰]/.test(text[end] ?? '') && classes[end + 1] !== 'digit') {
        found.push({ ...one, end: end + 1 });
      }
      found.push(...this.#withEndings({ ...one, end }));
    }
    return found;
  }

  #withEndings<Value>(found: Found<Value>): Found<Value>[] {
    return this.vocabulary.endings
      .filter((ending) => this.typed.text.startsWith(ending, found.end))
      .map((ending) => ({ ...found, end: found.end + ending.length, isWeakEnd: false }))
      .filter(({ end }) => !isInWord(this.typed, end));
  }

  /** Whether a number in words goes on at a position: `十` of `九十`. */
  isInNumber(position: number): boolean {
    const { text, classes } = this.typed;
    const isNumber = (at: number) =>
      classes[at] === 'cjk' &&
      wordsAt(this.vocabulary.numbers, text, at).some(([word]) => word.length === 1);
    return isNumber(position - 1) && isNumber(position);
  }

  #digits(form: RegExp, position: number): Found<number>[] {
    if (this.typed.classes[position - 1] === 'digit') return [];
    form.lastIndex = position;
    const digits = form.exec(this.typed.text)?.[0];
    return digits === undefined ? [] : [{ end: position + digits.length, value: Number(digits) }];
  }

  #numbers(position: number, most: number): Found<number>[] {
    const found = [
      ...this.#digits(/\d{1,2}(?!\d)/y, position),
      ...this.words(this.vocabulary.numbers, position),
    ];
    return found
      .filter(({ value }) => value <= most)
      .flatMap((one) => [one, ...this.#withEndings(one)]);
  }

  #hours(position: number): Found<Slots['h']>[] {
    const last = this.vocabulary.words.lastHour ?? 24;
    const inDigits = this.#digits(/\d{1,2}(?!\d)/y, position);
    return [
      ...inDigits
        .flatMap((one) => [one, ...this.#withEndings(one)])
        .map((one) => ({ ...one, value: { hour: one.value, isWord: false } })),
      ...this.words(this.vocabulary.hours, position).map((one) => ({
        ...one,
        isWeakStart: false,
        isWeakEnd: false,
        value: { hour: one.value, isWord: true },
      })),
    ].filter(({ value }) => value.hour <= last);
  }

  /** `2`, `1.5`, `1½`, `1 1/2`, and numbers in words. */
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
    const { whole = '0', decimals = '0', rest, alone } = found.groups;
    const value = Number(`${whole}.${decimals}`) + fractionOf((rest ?? alone ?? '0').trim());
    const digits = { end: position + found[0].length, value };
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

  /** Lengths whose units are smaller than another one: `1 h 30 min`, `1h30`, `1 h 30`, `half an hour`, `5-7 min`. */
  #lengths(position: number, last: number): Found<Length>[] {
    const found: Found<Length>[] = [];
    for (const { end, value } of [...this.#lengthParts(position), ...this.#ranges(position)]) {
      if (value.unit >= last) continue;
      found.push({ end, value });
      for (const rest of this.#withoutUnit({ end, value })) found.push(rest);
      for (const next of this.#afterJoints(end)) {
        for (const rest of this.#lengths(next, value.unit)) {
          found.push(plus({ end, value }, rest.value.seconds[0] ?? 0, rest.end));
        }
      }
    }
    return found;
  }

  /** What follows a unit without one of its own: `1h30`, `1 h 30`, `an hour and fifteen`. */
  #withoutUnit(length: Found<Length>): Found<Length>[] {
    const { text } = this.typed;
    const { end, value } = length;
    if (value.unit === 1 || value.unit > 3600) return [];
    const sum = (count: number, to: number) => plus(length, (count * value.unit) / 60, to);
    const touching = /^\d{1,2}(?!\d)/.exec(text.slice(end))?.[0];
    if (touching !== undefined) {
      return Number(touching) < 60 ? [sum(Number(touching), end + touching.length)] : [];
    }
    return this.#afterJoints(end)
      .flatMap((next) => [...this.#digits(/\d\d(?!\d|[.,:/]\d)/y, next), ...this.at('mw', next)])
      .filter(
        ({ end: to, value: count }) =>
          count < 60 &&
          !isInWord(this.typed, to) &&
          // A name may begin with a number, `1 h 24 eggs`, but hardly with one of these.
          (to === text.length || (count >= 10 && count % 5 === 0)),
      )
      .map(({ end: to, value: count }) => {
        const found = sum(count, to);
        const isOpen = to < text.length || this.typed.classes[to - 1] !== 'digit';
        return { ...found, value: { ...found.value, isOpen } };
      });
  }

  #lengthParts(position: number): Found<Length>[] {
    const parts: Found<Length>[] = this.words(this.vocabulary.wholeLengths, position).map(
      ({ end, value }) => ({ end, value: { seconds: [value.seconds], unit: value.unit } }),
    );
    for (const count of this.at('n', position)) {
      if (isInWord(this.typed, count.end)) continue;
      for (const unit of this.at('unit', afterSpace(this.typed.text, count.end))) {
        parts.push({
          end: unit.end,
          value: { seconds: [count.value * unit.value], unit: unit.value },
        });
      }
    }
    return parts.flatMap((part) => [part, ...this.#withFractions(part)]);
  }

  /** `1 hour and a half`. */
  #withFractions(part: Found<Length>): Found<Length>[] {
    const found: Found<Length>[] = [];
    if (isInWord(this.typed, part.end)) return found;
    const next = afterSpace(this.typed.text, part.end);
    this.matches(this.vocabulary.andParts, next, (end, _, fraction) => {
      found.push(plus(part, part.value.unit * fraction, end));
    });
    return found;
  }

  /** Two readings, as nobody knows which of them is meant. */
  #ranges(position: number): Found<Length>[] {
    return this.at('n0', position).flatMap((low) =>
      this.#afterRangeMarks(low.end).flatMap((next) =>
        this.at('n0', next).flatMap((high) =>
          // French `bus 42 à 7h` is none.
          (high.value > low.value
            ? this.at('unit', afterSpace(this.typed.text, high.end))
            : []
          ).map((unit) => ({
            end: unit.end,
            value: {
              seconds: [high.value * unit.value, low.value * unit.value],
              unit: unit.value,
            },
          })),
        ),
      ),
    );
  }

  /** Where the next unit of a length may begin. */
  #afterJoints(position: number): readonly number[] {
    const { text } = this.typed;
    if (isInWord(this.typed, position)) return [];
    const start = afterSpace(text, position);
    const joints = this.words(this.vocabulary.and, start).map(({ end }) => afterSpace(text, end));
    return [start, ...(text[start] === ',' ? [afterSpace(text, start + 1)] : []), ...joints];
  }

  #afterRangeMarks(position: number): readonly number[] {
    const { text } = this.typed;
    const start = afterSpace(text, position);
    const marks = /[-~]/.test(text[start] ?? '') ? [start + 1] : [];
    const words = this.words(this.vocabulary.to, start).map(({ end }) => end);
    return [...marks, ...words.filter((end) => !isInWord(this.typed, end))].map((end) =>
      afterSpace(text, end),
    );
  }

  #clocks(position: number): Found<Clock>[] {
    const found: Found<Clock>[] = this.#bareClocks(position);
    for (const { end, value } of this.words(this.vocabulary.moments, position)) {
      found.push({
        end,
        value: {
          hour: Math.floor(value / 60),
          offsets: [value % 60],
          isFixed: true,
          isNumber: false,
          isSpoken: false,
        },
      });
    }
    found.push(...this.#clocksBeforeHalf(position));
    this.matches(
      this.vocabulary.clocks,
      position,
      (end, filled, { meaning, isFromHour, isRare }) => {
        const hour = filled.find(({ slot }) => slot === 'h')?.value as Slots['h'] | undefined;
        if (hour === undefined) return;
        const minutes = filled.find(({ slot }) => slot.startsWith('m'))?.value;
        const added = typeof minutes === 'number' ? minutes : 0;
        const offsets =
          meaning === 'before'
            ? [-added]
            : (typeof meaning === 'number' ? [meaning] : meaning).map((offset) => offset + added);
        // `24:30` is half past midnight.
        if (hour.hour === 24 && /[:.]/.test(this.typed.text.slice(position, end)) && added > 59)
          return;
        const isSpoken = hour.isWord || !isFromHour;
        found.push({
          end,
          value: {
            hour: hour.hour,
            offsets,
            isFixed: false,
            isNumber: false,
            isSpoken,
            isRare: isRare && hour.hour <= 12,
          },
        });
      },
    );
    return found.filter(({ end }) => !this.#isPartOfNumber(position, end));
  }

  /** `9 30 pm`: without its half of the day it would be two numbers. */
  #clocksBeforeHalf(position: number): Found<Clock>[] {
    return this.#digits(/\d{1,2}(?= )/y, position)
      .filter(({ value }) => value >= 1 && value <= 12)
      .flatMap((hour) =>
        this.at('mm', hour.end + 1)
          .filter(({ end }) => this.at('half', afterSpace(this.typed.text, end)).length > 0)
          .map(({ end, value }) => ({
            end,
            value: {
              hour: hour.value,
              offsets: [value],
              isFixed: false,
              isNumber: false,
              isSpoken: false,
            },
          })),
      );
  }

  /** `7`, `730`, and an hour in words. */
  #bareClocks(position: number): Found<Clock>[] {
    const number = { isFixed: false, isNumber: true };
    const bare = this.#numbers(position, 23).map(({ end, value }) => ({
      end,
      value: {
        ...number,
        hour: value,
        offsets: [0],
        isSpoken: this.typed.classes[position] !== 'digit',
      },
    }));
    const joined = this.#digits(/\d{3,4}(?!\d)/y, position)
      .map(({ end, value }) => ({
        end,
        value: {
          ...number,
          hour: Math.floor(value / 100),
          offsets: [value % 100],
          isSpoken: false,
        },
      }))
      .filter(({ value }) => value.hour < 24 && (value.offsets[0] ?? 0) < 60);
    return [...bare, ...joined];
  }

  /** Of another number: `7:30:15`, `7,5`, `7-30`; or not yet complete: `7:`. */
  #isPartOfNumber(start: number, end: number): boolean {
    const { text } = this.typed;
    const before = /\d[:.,/'-]$/.test(text.slice(Math.max(0, start - 2), start));
    return (
      before ||
      (/\d$/.test(text.slice(0, end)) && /^(?::|[:.,/'-]\d|[½¼¾⅓⅔])/.test(text.slice(end)))
    );
  }

  #parts(name: 'half' | 'lead' | 'tail' | 'part', position: number): Found<Hours>[] {
    const { vocabulary } = this;
    const halves = this.words(vocabulary.halves, position)
      .filter(({ end, value }) => !value.isLetter || this.#isLetterOfHalf(position, end))
      .map((found) => ({ ...found, value: found.value.hours }));
    const parts = this.words(vocabulary.parts, position);
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
        return vocabulary.partsLead ? halves : [...halves, ...parts];
      case 'part':
        return [...parts, ...(isAfterDay ? this.words(vocabulary.partsOfDays, position) : [])];
    }
  }

  #isLetterOfHalf(start: number, end: number): boolean {
    const { classes } = this.typed;
    return classes[start - 1] === 'digit' || end === classes.length;
  }

  /** `mon-fri`, `Mon, Wed and Fri`, `月水金`: at least two. */
  #days(position: number): Found<readonly Weekday[]>[] {
    const found: Found<readonly Weekday[]>[] = [];
    const visit = (at: number, chosen: readonly Weekday[], isTouching: boolean) => {
      // A week has no more of them.
      if (chosen.length >= weekdays.length) return;
      for (const span of this.#daySpans(at)) {
        if (isTouching && this.typed.classes[at] !== 'cjk' && span.end - at > 1) continue;
        const all = [...chosen, ...span.value];
        if (new Set(all).size > 1) found.push({ ...span, value: all, isWeakStart: false });
        for (const next of this.#afterListJoints(span.end)) {
          // `月水金`, `周一三五`: in other scripts only single letters touch each other, and 金曜日 is no 金曜 and 日.
          const mayTouch =
            span.end - at === 1 ||
            (this.typed.classes[at] === 'cjk' && this.#isWholeDay(at, span.end));
          if (next > span.end || mayTouch) visit(next, all, next === span.end);
        }
      }
    };
    visit(position, [], false);
    return found;
  }

  /** `the first Monday and the 15th`. */
  #monthItems(position: number): Found<readonly MonthItem[]>[] {
    return this.words(this.vocabulary.monthItems, position).flatMap((item) => [
      { ...item, value: [item.value] },
      ...this.#afterListJoints(item.end)
        .filter((next) => next > item.end)
        .flatMap((next) =>
          this.#monthItems(next).map((rest) => ({ ...rest, value: [item.value, ...rest.value] })),
        ),
    ]);
  }

  #daySpans(position: number): Found<readonly Weekday[]>[] {
    const day = (at: number) => this.#listedDay(at);
    return day(position).flatMap((first) => [
      { ...first, value: [first.value] },
      ...this.#afterRangeMarks(first.end).flatMap((next) =>
        day(next).map((last) => ({ ...last, value: daysBetween(first.value, last.value) })),
      ),
    ]);
  }

  #afterListJoints(position: number): readonly number[] {
    const { text } = this.typed;
    if (isInWord(this.typed, position)) return [];
    const start = afterSpace(text, position);
    const marks = /[,/&+・·]/.test(text[start] ?? '') ? [start + 1] : [];
    // Arabic writes `and` together with the next word.
    const words = this.words(this.vocabulary.and, start).map(({ end }) => end);
    // `, and`.
    const both = marks.flatMap((end) =>
      this.words(this.vocabulary.and, afterSpace(text, end)).map((word) => word.end),
    );
    const ends = [...marks, ...words, ...both].map((end) => afterSpace(text, end));
    return [start, ...ends];
  }

  /** `24 dec`, `12/24`, `24.12.2026`, `2026-12-24`, `Thu, Dec 24`, `12月24日(木)`. */
  #dates(position: number): Found<TypedDate>[] {
    const alone = this.#datesAlone(position);
    const after = this.#weekdayBeforeDate(position);
    return [...alone.flatMap((date) => [date, ...this.#weekdayAfterDate(date)]), ...after];
  }

  #datesAlone(position: number): Found<TypedDate>[] {
    const found: Found<TypedDate>[] = [...this.#datesInDigits(position)];
    this.matches(this.vocabulary.dates, position, (end, filled) => {
      const value = (name: string) =>
        filled.find(({ slot }) => slot === name)?.value as number | undefined;
      const month = value('month') ?? value('mo');
      const day = value('d');
      if (month === undefined || day === undefined) return;
      found.push({
        end,
        value: { day, month, year: value('year') ?? null, isAmbiguous: false, weekday: null },
      });
    });
    return found;
  }

  #datesInDigits(position: number): Found<TypedDate>[] {
    const { text, classes } = this.typed;
    if (classes[position - 1] === 'digit' || /\d[.:/-]$/.test(text.slice(0, position))) return [];
    const rest = text.slice(position, position + 12);
    const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(rest);
    if (iso !== null) {
      const [all, year, , month, day] = iso;
      return [
        {
          end: position + all.length,
          value: {
            day: Number(day),
            month: Number(month),
            year: Number(year),
            isAmbiguous: false,
            weekday: null,
          },
        },
      ];
    }
    const short = /^(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4}|\d\d))?(?!\d)(?![:/]\d)/.exec(rest);
    if (short === null) return [];
    const [all, first, mark, second, year] = short;
    const { order, isForeign } = this.vocabulary;
    if (isForeign || (mark === '.' && order !== 'day first')) return [];
    const [one, other] = [Number(first), Number(second)];
    const isDayFirst = order === 'day first' ? other <= 12 || one > 12 : one > 12;
    const date = {
      day: isDayFirst ? one : other,
      month: isDayFirst ? other : one,
      year: year === undefined ? null : Number(year.length === 2 ? `20${year}` : year),
      isAmbiguous: order === null && one <= 12 && other <= 12 && one !== other,
      weekday: null,
    };
    const end = position + all.length;
    const isPoint = mark === '.' && year === undefined && text[end] === '.';
    return [{ end: isPoint ? end + 1 : end, value: date }];
  }

  #weekdayAfterDate(date: Found<TypedDate>): Found<TypedDate>[] {
    const { text } = this.typed;
    const mark = /^ ?[(,] ?| /.exec(text.slice(date.end))?.[0] ?? '';
    const isOpen = mark.includes('(');
    return this.#anyDay(date.end + mark.length)
      .filter((day) => isOpen === (text[day.end] === ')'))
      .map((day) => ({
        end: isOpen ? day.end + 1 : day.end,
        value: { ...date.value, weekday: day.value },
        isWeakEnd: day.isWeakEnd === true && !isOpen,
      }));
  }

  #weekdayBeforeDate(position: number): Found<TypedDate>[] {
    return this.#anyDay(position).flatMap((day) => {
      const mark = /^,? ?/.exec(this.typed.text.slice(day.end))?.[0] ?? '';
      return this.#datesAlone(day.end + mark.length).map((date) => ({
        ...date,
        value: { ...date.value, weekday: day.value },
      }));
    });
  }

  /** Without an ending, and not a part of a longer name. */
  #isWholeDay(position: number, end: number): boolean {
    const { days, shortestDays } = this.vocabulary;
    const [longest] = [days, shortestDays]
      .flatMap((table) => wordsAt(table, this.typed.text, position))
      .map(([word]) => position + word.length)
      .toSorted((one, other) => other - one);
    return longest === end;
  }

  /** Of a list. */
  #listedDay(position: number): Found<Weekday>[] {
    return this.#anyDay(position).flatMap((day) => [
      day,
      ...this.vocabulary.pluralDays
        .filter((plural) => this.typed.text.startsWith(plural, day.end))
        .map((plural) => ({ ...day, end: day.end + plural.length })),
    ]);
  }

  #anyDay(position: number): Found<Weekday>[] {
    const found = [
      ...this.words(this.vocabulary.days, position),
      ...this.words(this.vocabulary.shortestDays, position),
    ];
    return found.filter(({ end }, at) => found.findIndex((one) => one.end === end) === at);
  }
}

const fraction = String.raw`[½¼¾⅓⅔]|\d\/[2-9](?!\d)`;
/** `2`, `1.5`, `1½`, `1 1/2`, `½`, `1/2`. */
const amountForm = new RegExp(
  String.raw`(?:(?<whole>\d{1,5})(?![\d/])(?:[.,](?<decimals>\d{1,3})(?!\d)|(?<rest>[½¼¾⅓⅔]| (?:${fraction})))?|(?=[½¼¾⅓⅔]|\d\/)(?<alone>${fraction}))`,
  'y',
);
function fractionOf(written: string): number {
  const [over = '0', under = '1'] = written.split('/');
  return fractions[written] ?? Number(over) / Number(under);
}

function plus({ value }: Found<Length>, seconds: number, end: number): Found<Length> {
  return { end, value: { ...value, seconds: value.seconds.map((one) => one + seconds) } };
}

/** From one day to another, over the end of the week if they are in that order. */
function daysBetween(first: Weekday, last: Weekday): readonly Weekday[] {
  const from = weekdays.indexOf(first);
  const count = ((weekdays.indexOf(last) - from + weekdays.length) % weekdays.length) + 1;
  return [...weekdays, ...weekdays].slice(from, from + count);
}
