// The times, lengths, days and rhythms that may begin at a position of a text; which of them are meant is decided in
// reading.ts. Pure.
import type { Filled, Found } from './phrase';
import type { TextSlots } from './slots';
import { afterSpace, isBeforeDigit, isBehindDigit, isInPhrase, isInWord, type Span } from './text';
import type { Clock, Length, SlotName, Slots, TypedDate } from './values';
import type { DayMeaning, Hours, RhythmMeaning } from './words';
import { weekdays, type Weekday } from '../model/types';
import type { MonthItem } from './written';

/** A phrase that was found in a text. */
export interface Part extends Span {
  readonly isForeign: boolean;
  readonly isWeakStart: boolean;
  readonly isWeakEnd: boolean;
}

export interface TimePart extends Part {
  readonly kind: 'time';
  readonly clock: Clock;
  readonly parts: readonly Hours[];
  /** The part of the day that the name has; it counts if nothing else tells the half of the day. */
  readonly named?: Hours | undefined;
  /** A number, which may be anything else, too. */
  readonly isNumber: boolean;
}

export interface LengthPart extends Part {
  readonly kind: 'length';
  readonly length: Length;
  /** Digits as on a clock, `3:30`, or a number of minutes. */
  readonly isNumber: boolean;
}

export interface DayPart extends Part {
  readonly kind: 'day';
  readonly meaning: DayMeaning | { readonly date: TypedDate };
  readonly weekday: Weekday | null;
  readonly parts: readonly Hours[];
  readonly count: number | null;
}

export interface RhythmPart extends Part {
  readonly kind: 'rhythm';
  readonly meaning: Exclude<RhythmMeaning, { readonly part: Hours }>;
  readonly days: readonly Weekday[];
  readonly parts: readonly Hours[];
  readonly count: number | null;
  /** `the first and third Monday`. */
  readonly nths: readonly number[];
  /** Days of a month. */
  readonly dates: readonly number[];
  readonly date: TypedDate | null;
  readonly items: readonly MonthItem[];
  readonly from: TypedDate | null;
  readonly until: TypedDate | null;
}

/** What counts as the time of a line. */
export type LineKind = 'alarm' | 'timer';

export type When = TimePart | LengthPart;
export type Which = DayPart | RhythmPart;

export function part(
  slots: TextSlots,
  start: number,
  first: Found | undefined,
  last: Found | undefined,
  end: number,
): Part {
  return {
    start,
    end,
    isForeign: slots.vocabulary.isForeign,
    isWeakStart: first?.isWeakStart ?? false,
    isWeakEnd: last?.end === end && last.isWeakEnd === true,
  };
}

/** `[at] [in the evening] [at] 7 [in the evening]`. */
export function timesAt(slots: TextSlots, start: number): TimePart[] {
  if (!slots.mayBegin(['at', 'lead', 'clock'], start)) return [];
  const found: TimePart[] = [];
  const { text } = slots.typed;
  const afterAt = (position: number) => [
    { end: position, isMarked: false },
    ...slots
      .at('at', position)
      // French `salle 12a à 15h` has one `à`.
      .filter(
        ({ end }) =>
          !isInWord(slots.typed, end) &&
          !isBehindDigit(slots.typed, position) &&
          // `A7` is a road.
          !(end === position + 1 && isBeforeDigit(slots.typed, end) && isShortNumber(slots, end)),
      )
      .map(({ end }) => ({ end: afterSpace(text, end), isMarked: true })),
  ];
  const leads = (position: number) => [
    { end: position, part: null },
    ...slots
      .at('lead', position)
      .flatMap((lead) => afterOf(slots, lead.end).map((end) => ({ end, part: lead }))),
  ];
  for (const at of afterAt(start)) {
    for (const lead of leads(at.end)) {
      for (const again of lead.part === null
        ? [{ end: lead.end, isMarked: false }]
        : afterAt(lead.end)) {
        for (const clock of slots.at('clock', again.end)) {
          const isUnmarked = lead.part !== null && !again.isMarked;
          if (
            isUnmarked &&
            isCount(slots, { ...lead.part, start: at.end }, { ...clock, start: again.end })
          )
            continue;
          const isNumber =
            clock.value.isNumber && !at.isMarked && !again.isMarked && lead.part === null;
          const parts = lead.part === null ? [] : [lead.part.value];
          const own = {
            kind: 'time',
            start,
            isForeign: slots.vocabulary.isForeign,
            isWeakStart: lead.part?.isWeakStart === true,
            clock: clock.value,
          } as const;
          const isWeakEnd = clock.isWeakEnd === true;
          found.push({ ...own, end: clock.end, isWeakEnd, parts, isNumber });
          if (isInWord(slots.typed, clock.end) && clock.value.isSpoken) continue;
          for (const tail of slots.at('tail', afterSpace(text, clock.end))) {
            // German `mittags am Freitag`.
            if (clock.value.isFixed && isHalf(tail.value)) continue;
            found.push({
              ...own,
              end: tail.end,
              isWeakEnd: tail.isWeakEnd === true,
              parts: [...parts, tail.value],
              isNumber: false,
            });
          }
        }
      }
    }
  }
  return found;
}

/** am or pm. */
export function isHalf([from, to]: Hours): boolean {
  return to - from === 11;
}

/** `2` of `abends 2 Tabletten`: hardly an hour, unless it is one of this part of the day. */
function isCount(
  slots: TextSlots,
  lead: Span & Found<Hours>,
  { start, end, value }: Span & Found<Clock>,
): boolean {
  const { classes, text } = slots.typed;
  const isSmall = value.isNumber && classes[start] === 'digit' && value.hour <= mostCounted;
  if (!isSmall || !/^ \p{Script=Latin}/u.test(text.slice(end))) return false;
  const [from, to] = lead.value;
  // `mittags` is also a time.
  const isMoment = slots
    .wordsAt(slots.vocabulary.moments, lead.start)
    .some(({ word }) => lead.start + word.length <= lead.end);
  return isMoment || ![0, 12, 24].some((add) => value.hour + add >= from && value.hour + add <= to);
}

const mostCounted = 4;

/** Without a mark of a time. */
function isShortNumber({ typed }: TextSlots, position: number): boolean {
  return /^\d{1,3}(?![\d:.h])/.test(typed.text.slice(position));
}

function afterOf(slots: TextSlots, position: number): readonly number[] {
  const { text } = slots.typed;
  if (isInWord(slots.typed, position)) return [];
  const start = afterSpace(text, position);
  const words = slots.at('of', start).filter(({ end }) => !isInWord(slots.typed, end));
  return [start, ...words.map(({ end }) => afterSpace(text, end))];
}

/** A day, with the part of it that may follow: `tomorrow morning`. */
export function daysAt(slots: TextSlots, start: number): DayPart[] {
  const found: DayPart[] = [];
  const add = (
    end: number,
    last: Found | undefined,
    first: Found | undefined,
    { meaning, weekday, count, parts: own }: Omit<DayPart, keyof Part | 'kind'>,
  ) => {
    for (const { end: endOfPart, parts, isWeakEnd } of withPart(slots, end, last)) {
      found.push({
        kind: 'day',
        start,
        end: endOfPart,
        isForeign: slots.vocabulary.isForeign,
        isWeakStart: first?.isWeakStart === true,
        isWeakEnd,
        meaning,
        weekday,
        count,
        parts: [...own, ...parts],
      });
    }
  };
  slots.matches(slots.vocabulary.dayPhrases, start, (end, filled, meaning) => {
    const { unit, n, d, day, part: partOf } = firstOf(filled);
    if (unit !== undefined && unit < 86_400) return;
    // `am 4.12.` is a date.
    if (/^\.\d/.test(slots.typed.text.slice(end - 1))) return;
    const count = n ?? d;
    const times = unit === undefined ? 1 : unit / 86_400;
    const own = typeof meaning === 'object' && 'in' in meaning ? meaning.part : partOf;
    const first = filled[0]?.start === start ? filled[0] : undefined;
    const named = {
      meaning,
      count: typeof count === 'number' ? count * times : null,
      parts: own === undefined ? [] : [own],
    };
    add(end, filled.at(-1), first, { ...named, weekday: day ?? null });
    if (day !== undefined || (typeof meaning !== 'number' && meaning !== 'day of month')) return;
    for (const weekday of weekdaysInBrackets(slots, end))
      add(weekday.end, undefined, first, { ...named, weekday: weekday.value });
  });
  const afterOn = [
    start,
    ...slots
      .at('on', start)
      .filter(({ end }) => !isInWord(slots.typed, end))
      .map(({ end }) => afterSpace(slots.typed.text, end)),
  ];
  for (const from of afterOn) {
    for (const date of slots.at('date', from)) {
      add(date.end, date, undefined, {
        meaning: { date: date.value },
        weekday: null,
        count: null,
        parts: [],
      });
    }
  }
  return found;
}

/** 明日(火), 25日（水）. */
function weekdaysInBrackets(slots: TextSlots, position: number): Found<Weekday>[] {
  const { text } = slots.typed;
  const start = afterSpace(text, position);
  if (text[start] !== '(') return [];
  return slots
    .at('anyDay', start + 1)
    .filter(({ end }) => text[end] === ')')
    .map((day) => ({ ...day, end: day.end + 1 }));
}

function withPart(slots: TextSlots, end: number, last: Found | undefined) {
  const alone = {
    end,
    parts: [] as readonly Hours[],
    isWeakEnd: last?.end === end && last.isWeakEnd === true,
  };
  return [
    alone,
    ...partsBehind(slots, end).map((found) => ({
      end: found.end,
      parts: [found.value],
      isWeakEnd: found.isWeakEnd === true,
    })),
  ];
}

function numbersOf(filled: readonly Filled[], name: SlotName): readonly number[] {
  const numbers: number[] = [];
  for (const { slot, value } of filled) if (slot === name) numbers.push(Number(value));
  return numbers;
}

/** What fills each slot first. */
function firstOf(filled: readonly Filled[]): Partial<Slots> {
  const first: Partial<Record<string, unknown>> = {};
  for (const { slot, value } of filled) first[slot] ??= value;
  return first;
}

/** German writes `Freitagabend` in one word; `freitagabends` is every Friday. */
function partsBehind(slots: TextSlots, end: number): readonly Found<Hours>[] {
  return isInWord(slots.typed, end)
    ? slots.words(slots.vocabulary.partsOfDays, end)
    : afterOf(slots, end).flatMap((from) => slots.at('part', from));
}

export function rhythmsAt(slots: TextSlots, start: number): RhythmPart[] {
  const found: RhythmPart[] = [];
  slots.matches(slots.vocabulary.rhythms, start, (end, filled, meaning) => {
    const {
      day,
      n: count,
      part: ownPart,
      days: listed,
      date,
      dates,
      from,
      until,
    } = firstOf(filled);
    const isInPart = typeof meaning === 'object' && 'part' in meaning;
    const own = isInPart ? meaning.part : ownPart;
    const isNoWeekend = meaning === 'no weekend';
    const days = listed ?? (day === undefined ? [] : [day]);
    const first = filled[0]?.start === start ? filled[0] : undefined;
    for (const { end: endOfPart, parts, isWeakEnd } of withPart(slots, end, filled.at(-1))) {
      found.push({
        kind: 'rhythm',
        start,
        end: endOfPart,
        isForeign: slots.vocabulary.isForeign,
        isWeakStart: first?.isWeakStart === true,
        isWeakEnd,
        meaning: isNoWeekend ? 'other days' : isInPart ? 'daily' : meaning,
        days: isNoWeekend ? weekdays.slice(5) : days,
        parts: own === undefined ? parts : [own, ...parts],
        count: typeof count === 'number' ? count : null,
        nths: numbersOf(filled, 'nth'),
        dates: numbersOf(filled, 'd'),
        date: date ?? null,
        items: dates ?? [],
        from: from ?? null,
        until: until ?? null,
      });
    }
  });
  // French `mars` is March, and no plural of `mar.`; `tues` is Tuesday, and not every `tue`.
  const { months, days } = slots.vocabulary;
  const isName = ({ meaning, end }: RhythmPart) => {
    const word = slots.typed.text.slice(start, end);
    return meaning === 'days' && (months.has(word) || days.has(word));
  };
  // 毎月最終日 is no last Sunday.
  const isLastDate = (one: RhythmPart) =>
    one.meaning === 'nth day' &&
    found.some(({ meaning, end }) => meaning === 'last date' && end === one.end);
  return found.filter((one) => !isName(one) && !isLastDate(one));
}

/** `every day at 7, except Sunday`: a rhythm without the days of another one; null if that is no exception. */
export function withException(which: Which, exception: Which): RhythmPart | null {
  if (which.kind !== 'rhythm' || exception.kind !== 'rhythm') return null;
  const { meaning, days, from, until } = which;
  if (exception.meaning !== 'other days' || from !== null || until !== null) return null;
  const all =
    typeof meaning === 'object'
      ? meaning
      : (daysOfRhythms.get(meaning) ?? (meaning === 'days' ? days : []));
  const left = all.filter((day) => !exception.days.includes(day));
  return left.length === 0 ? null : { ...which, meaning: left };
}

export const daysOfRhythms: ReadonlyMap<string, readonly Weekday[]> = new Map<
  string,
  readonly Weekday[]
>([
  ['daily', weekdays],
  ['weekday', weekdays.slice(0, 5)],
  ['weekend', weekdays.slice(5)],
]);

/** Single words of a language that mean a time. */
export function timeWordsAt(slots: TextSlots, start: number, limit: number): Part[] {
  const { vocabulary, typed } = slots;
  if (!slots.hasWords(start)) return [];
  const tables = vocabulary.isForeign
    ? [vocabulary.timeWords]
    : [
        vocabulary.timeWords,
        vocabulary.asked,
        vocabulary.months,
        vocabulary.parts,
        vocabulary.partsBehind,
        vocabulary.partsOfDays,
        vocabulary.days,
      ];
  return tables.flatMap((table) =>
    slots
      .words<unknown>(table, start)
      .filter(({ end }) => end <= limit && !isInPhrase(typed, end))
      .map((word) => {
        // あさ is also the beginning of あさり.
        const isShort = /^\p{Script=Hiragana}{1,2}$/u.test(typed.text.slice(start, word.end));
        const weak = { isWeakStart: true, isWeakEnd: true };
        return { ...part(slots, start, word, word, word.end), ...(isShort ? weak : {}) };
      }),
  );
}
