// Times of day in a text, without their half or part of the day: `7`, `7:30`, `half past 7`, `noon`. Pure.
import type { Filled, Found } from './phrase';
import type { Table } from './table';
import { afterSpace, isBehindHyphen, isInWord } from './text';
import type { Clock, Length, SlotSource, Slots } from './values';
import { isCountedNoun } from './vocabulary';

export function clocksAt(slots: SlotSource, position: number): Found<Clock>[] {
  if (isBehindHyphen(slots.typed, position)) return [];
  const found: Found<Clock>[] = numberClocks(slots, position);
  for (const { end, value } of slots.words(slots.vocabulary.moments, position))
    found.push({ end, value: momentClock(value) });
  found.push(...spacedClocks(slots, position), ...clocksInPhrases(slots, position));
  return found.filter(({ end }) => !isPartOfNumber(slots, position, end));
}

/** Noon, midnight: with its half of the day. */
function momentClock(minutes: number): Clock {
  return {
    hour: Math.floor(minutes / 60),
    offsets: [minutes % 60],
    isFixed: true,
    isNumber: false,
    isSpoken: false,
  };
}

function clocksInPhrases(slots: SlotSource, position: number): Found<Clock>[] {
  const found: Found<Clock>[] = [];
  slots.matches(slots.vocabulary.clocks, position, (end, filled, phrase) => {
    const { meaning, isFromHour, isRare } = phrase;
    const minutes = minutesAdded(filled);
    const offsets =
      meaning === 'before'
        ? [-minutes]
        : (typeof meaning === 'number' ? [meaning] : meaning).map((offset) => offset + minutes);
    const named = namedClock(filled);
    if (named !== null) {
      // French `midi deux comprimés` has no minutes.
      if (minutes % 5 !== 0 && filled.some(({ slot }) => slot === 'mw')) return;
      const sums = named.offsets.flatMap((one) => offsets.map((offset) => one + offset));
      found.push({ end, value: { ...named, offsets: sums, isNumber: false } });
      return;
    }
    const hour = filled.find(({ slot }) => slot === 'h')?.value as Slots['h'] | undefined;
    if (hour === undefined) return;
    // French `7 four` is an oven at seven.
    const isMixed = !hour.isWord && filled.some(({ slot }) => slot === 'mw');
    if (isMixed && slots.vocabulary.isForeign) return;
    // `24:30` is half past midnight.
    const { text } = slots.typed;
    if (hour.hour === 24 && /[:.]/.test(text.slice(position, end)) && minutes > 59) return;
    if (meaning === 'before' && isSpan(slots, filled)) return;
    if (isNumbered(slots, position, filled)) return;
    if (isCountedInWords(slots, filled)) return;
    // `Fr 4.12. 7 Uhr` has a date.
    const isOfDate = /\d\.\d\d$/.test(text.slice(position, end)) && /^\. ?\S/.test(text.slice(end));
    if (isOfDate && slots.vocabulary.order === 'day first' && minutes <= 12) return;
    found.push({
      end,
      value: {
        hour: hour.hour,
        offsets,
        isFixed: false,
        isNumber: false,
        isSpoken: (hour.isWord || !isFromHour) && !isOnlyWritten(slots, position),
        isRare: isRare && hour.hour <= 12,
      },
    });
  });
  return found;
}

/** Behind a number that counts something: `7 Uhr 50 Euro`. */
const measures = /^ ?(?:€|[$£%]|(?:euros?|kg|g|km|ml|cl|dl|l|x)(?![\p{L}\d]))/u;

/** `2` of `7 Uhr 2 Tabletten`, and not `fünf` of `sieben Uhr fünf Bus` or `zwei` of `sieben Uhr zwei am Montag`. */
export function isOfName(slots: SlotSource, start: number, { end, value }: Found<number>): boolean {
  const { text, classes } = slots.typed;
  if (measures.test(text.slice(end))) return true;
  const isRound = value >= 10 || (value % 5 === 0 && classes[start] !== 'digit');
  if (isRound || text[start] === '0') return false;
  const [, word] = /^ ?(\p{L}+)/u.exec(text.slice(end)) ?? [];
  return word !== undefined && !slots.vocabulary.spelled.known.has(word);
}

/** `seven two pills`, French `7 h 50 euros`. */
function isCountedInWords(slots: SlotSource, [hour, minutes]: readonly Filled[]): boolean {
  return (
    hour?.slot === 'h' &&
    minutes !== undefined &&
    ((minutes.slot === 'mw' && minutes.start - hour.end < 2) ||
      (minutes.slot === 'mm' &&
        slots.typed.text[hour.end] !== ':' &&
        measures.test(slots.typed.text.slice(minutes.end)))) &&
    isOfName(slots, minutes.start, minutes as Found<number>)
  );
}

/** Of `{m}` and the like, or the whole minutes of a length. */
function minutesAdded(filled: readonly Filled[]): number {
  const length = filled.find(({ slot }) => slot === 'length')?.value as Length | undefined;
  if (length !== undefined) return (length.seconds[0] ?? 0) / 60;
  const minutes = filled.find(({ slot }) => slot.startsWith('m') && slot !== 'moment')?.value;
  return typeof minutes === 'number' ? minutes : 0;
}

/** The time that a phrase adds to, if it is more than an hour: `quarter past noon`, `10 min before 7:30`. */
function namedClock(filled: readonly Filled[]): Clock | null {
  const moment = filled.find(({ slot }) => slot === 'moment')?.value as number | undefined;
  if (moment !== undefined) return momentClock(moment);
  return (filled.find(({ slot }) => slot === 'clock')?.value as Clock | undefined) ?? null;
}

/** `parcel 48 before 8 pm` has a number: minutes without their unit are 5, 10, 20 and the like. */
function isNumbered({ typed }: SlotSource, position: number, [minutes, next]: readonly Filled[]) {
  if (minutes?.slot !== 'm' || minutes.start !== position || next === undefined) return false;
  const isName = /\p{L} $/u.test(typed.text.slice(0, position));
  const isAlone = !/^ ?\p{L}+ \p{L}+ /u.test(typed.text.slice(minutes.end, next.start));
  return isName && isAlone && (minutes.value as number) % 5 !== 0;
}

/** `nine to five` are no minutes before five. */
function isSpan(slots: SlotSource, filled: readonly Filled[]): boolean {
  const [minutes, hour] = filled;
  if (minutes?.slot !== 'm' || hour === undefined) return false;
  const value = minutes.value as number;
  const between = slots.typed.text.slice(minutes.end, hour.start).trim();
  return slots.vocabulary.to.has(between) && value < 13 && value % 5 !== 0;
}

/** 八点, 일곱시: in these scripts a number in words is 8 or 7 in another writing, also on a 24-hour clock. */
function isOnlyWritten({ typed }: SlotSource, position: number): boolean {
  return ['cjk', 'hangul'].includes(typed.classes[position] ?? '');
}

/** `9 30 pm`, `at 5 30`, `tomorrow 7 15 for the bus`, `7 30 yoga`: next to other names these would be two numbers. */
function spacedClocks(slots: SlotSource, position: number): Found<Clock>[] {
  const { text } = slots.typed;
  const isBeforePart = (hour: number, end: number) =>
    hour >= 1 && hour <= 12 && slots.at('tail', afterSpace(text, end)).length > 0;
  return slots.digits(/\d{1,2}(?= \d\d(?!\d))/y, position).flatMap((hour) =>
    slots
      .at('mm', hour.end + 1)
      .filter(
        ({ end, value }) =>
          isBeforePart(hour.value, end) ||
          (hour.value < 24 &&
            isBehindWords(slots, position) &&
            (isBeforeWords(slots, end) || (value % 5 === 0 && isBeforeName(slots, end)))),
      )
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

/** Whether nothing is in front of a position, or a word that may stand before a time: `at`, `tomorrow`. */
function isBehindWords(slots: SlotSource, position: number): boolean {
  const { at, on, small } = slots.vocabulary;
  const before = slots.typed.text.slice(0, position).trimEnd();
  const word = before.lastIndexOf(' ') + 1;
  // German `am 5 12` is a date.
  const isOn = slots.words(on, word).some(({ end }) => end === before.length);
  return before === '' || (!isOn && endsOfWords(slots, [at, small], word).includes(before.length));
}

/** Whether nothing is behind a position, or a word that is no name: `for`, `tomorrow`. */
function isBeforeWords(slots: SlotSource, position: number): boolean {
  const { at, on, small } = slots.vocabulary;
  const { text } = slots.typed;
  const word = afterSpace(text, position);
  const isWord = word > position && endsOfWords(slots, [at, on, small], word).length > 0;
  return word === text.length || isWord;
}

/** Where words of these tables and days end. */
function endsOfWords(
  slots: SlotSource,
  tables: readonly Table<unknown>[],
  position: number,
): readonly number[] {
  const ends = tables.flatMap((table) => slots.words(table, position).map(({ end }) => end));
  const { dayPhrases, rhythms } = slots.vocabulary;
  for (const phrases of [dayPhrases, rhythms])
    slots.matches<unknown>(phrases, position, (end) => ends.push(end));
  return ends.filter((end) => !isInWord(slots.typed, end));
}

/** Whether a noun is behind a position that a number in front of it does not count, in a language whose counted nouns are known. */
function isBeforeName(slots: SlotSource, position: number): boolean {
  const { typed, vocabulary } = slots;
  const start = afterSpace(typed.text, position);
  const [words = '', noun = ''] =
    /^([\p{L}\p{M}]{2,})(?: [\p{L}\p{M}]+)?/u.exec(typed.text.slice(start)) ?? [];
  // `sit ups`, and not `standup weekdays`.
  const isTwo = endsOfWords(slots, [], start + noun.length + 1).length === 0;
  const isOther = (['unit', 'month'] as const).some((slot) =>
    slots.at(slot, start).some(({ end }) => !isInWord(typed, end)),
  );
  // Chinese, Japanese and Korean count with a word of its own, which touches the number.
  const isKnown =
    vocabulary.counted.size > 0 || ['cjk', 'hangul'].includes(typed.classes[start] ?? '');
  return (
    start > position &&
    noun !== '' &&
    isKnown &&
    !isOther &&
    !measures.test(typed.text.slice(position)) &&
    !isCountedNoun(vocabulary, noun) &&
    !(isTwo && isCountedNoun(vocabulary, words))
  );
}

/** `7`, `730`, and an hour in words. */
function numberClocks(slots: SlotSource, position: number): Found<Clock>[] {
  const number = { isFixed: false, isNumber: true };
  const hours = slots.numbers(position, 23).map(({ end, value }) => ({
    end,
    value: {
      ...number,
      hour: value,
      offsets: [0],
      isSpoken: slots.typed.classes[position] !== 'digit' && !isOnlyWritten(slots, position),
    },
  }));
  const joined = slots
    .digits(/\d{3,4}(?!\d)/y, position)
    .map(({ end, value }) => ({
      end,
      value: {
        ...number,
        hour: Math.floor(value / 100),
        offsets: [value % 100],
        isSpoken: false,
      },
    }))
    .filter(({ value }) => value.hour < 24 && (value.offsets[0] ?? 0) < 60)
    .filter(({ end }) => !isCounted(slots, end))
    .flatMap((clock) => [clock, ...inHours(slots, position, clock)]);
  const ofDigits = hours.filter(
    ({ end }) =>
      (slots.typed.classes[position] !== 'cjk' || !isCounted(slots, end)) &&
      !measures.test(slots.typed.text.slice(end)),
  );
  return [...ofDigits, ...joined];
}

/** `1915 hrs`, `0700h`. */
function inHours(slots: SlotSource, start: number, { end, value }: Found<Clock>): Found<Clock>[] {
  if (end - start !== 4) return [];
  return slots
    .at('unit', afterSpace(slots.typed.text, end))
    .filter((unit) => unit.value === 3600 && !isInWord(slots.typed, unit.end))
    .map((unit) => ({ end: unit.end, value: { ...value, isNumber: false } }));
}

/** Whether a number goes on in a word, without a mark of a time: `101号室`, `三楼`. */
function isCounted({ typed, vocabulary }: SlotSource, end: number): boolean {
  const isEnding = vocabulary.endings.some((ending) => typed.text.startsWith(ending, end));
  return ['cjk', 'hangul'].includes(typed.classes[end] ?? '') && !isEnding;
}

/** Of another number: `7:30:15`, `7,5`, `7-30`; or not yet complete: `7:`. */
function isPartOfNumber(slots: SlotSource, start: number, end: number): boolean {
  const { text } = slots.typed;
  const before = /\d[:.,/'-]$/.test(text.slice(Math.max(0, start - 2), start));
  return (
    before || (/\d$/.test(text.slice(0, end)) && /^(?::|[:.,/'-]\d|[½¼¾⅓⅔])/.test(text.slice(end)))
  );
}
