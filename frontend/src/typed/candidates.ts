// The times, lengths, days and rhythms that may begin at a position of a text; which of them are meant is decided in
// reading.ts. Pure.
import type { Found } from './phrase';
import type { TextSlots } from './slots';
import { afterSpace, isBeforeDigit, isBehindDigit, isInPhrase, isInWord, type Span } from './text';
import type { Clock, Length, Slots, TypedDate } from './values';
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
  readonly meaning: RhythmMeaning;
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
          const isNumber =
            clock.value.isNumber && !at.isMarked && !again.isMarked && lead.part === null;
          const parts = lead.part === null ? [] : [lead.part.value];
          const own = { kind: 'time', clock: clock.value } as const;
          found.push({
            ...own,
            ...part(slots, start, lead.part ?? undefined, clock, clock.end),
            parts,
            isNumber,
          });
          if (isInWord(slots.typed, clock.end) && clock.value.isSpoken) continue;
          for (const tail of slots.at('tail', afterSpace(text, clock.end))) {
            found.push({
              ...own,
              ...part(slots, start, lead.part ?? undefined, tail, tail.end),
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

/** `in 20 minutes`, `20 min`, `+20`. */
export function whilesAt(slots: TextSlots, start: number): LengthPart[] {
  const { text } = slots.typed;
  if (text[start] === '+') {
    const from = afterSpace(text, start + 1);
    return [...lengthsIn(slots, from), ...digitLengths(slots, from)].map((one) => ({
      ...one,
      start,
      isNumber: false,
    }));
  }
  // Days and weeks alone are none: Indonesian `7 minggu` is Sunday at seven, and `8 bread for 5 days` is a name.
  const isAlone = ({ length, end }: LengthPart) =>
    length.unit >= secondsOfDay && lengthsIn(slots, start).some((one) => one.end === end);
  const found: LengthPart[] = [];
  slots.matches(slots.vocabulary.whiles, start, (end, filled) => {
    const length = filled.find(({ slot }) => slot === 'length')?.value as Length | undefined;
    if (length !== undefined) found.push(...lengthPart(slots, start, end, length));
  });
  return found.filter((one) => !isAlone(one));
}

const secondsOfDay = 86_400;

/** A time, or a while from now that ends at a whole minute: Portuguese `7 seg` is Monday at seven, and no seconds. */
export function momentsAt(slots: TextSlots, start: number): When[] {
  const isMoment = ({ start: from, end, length }: LengthPart) =>
    length.seconds.some((seconds) => seconds >= 60 && seconds % 60 === 0) &&
    // `25h` is no hour of a day, and hardly a while.
    !/^(?:2[4-9]|[3-9]\d)h/.test(slots.typed.text.slice(from, end));
  const whiles = whilesAt(slots, start).filter((one) => isMoment(one) && !isOfClock(slots, one));
  return [...timesAt(slots, start), ...whiles];
}

/** `9-17h` is no while of nine or seventeen hours, `in a week 8h` none of a week and eight; `in 2-3 hours` may be one. */
function isOfClock({ typed }: TextSlots, { start, end, length }: LengthPart): boolean {
  const isSpan = length.seconds.length > 1 && length.unit === 3600;
  return (
    (isSpan && typed.classes[start] === 'digit') ||
    (length.unit >= secondsOfDay && /\d ?h\d*$/.test(typed.text.slice(start, end)))
  );
}

export function lengthsAt(slots: TextSlots, start: number): When[] {
  return [...whilesAt(slots, start), ...digitLengths(slots, start), ...endsAt(slots, start)];
}

/** `until 19:00`. */
function endsAt(slots: TextSlots, start: number): TimePart[] {
  const { vocabulary, typed } = slots;
  const before = slots
    .words(vocabulary.until, start)
    .flatMap(({ end }) =>
      isInWord(typed, end)
        ? []
        : timesAt(slots, afterSpace(typed.text, end)).map((time) => ({ ...time, start })),
    );
  // `19:00まで`.
  const times = vocabulary.untilAfter.firsts.size === 0 ? [] : timesAt(slots, start);
  const after = times.flatMap((time) =>
    slots
      .words(vocabulary.untilAfter, afterSpace(typed.text, time.end))
      .map(({ end }) => ({ ...time, end, isWeakEnd: false })),
  );
  return [...before, ...after].map((time) => ({ ...time, isNumber: false }));
}

function lengthsIn(slots: TextSlots, start: number): LengthPart[] {
  return slots
    .at('length', start)
    .flatMap(({ end, value }) => lengthPart(slots, start, end, value));
}

/** None if a number goes on behind it. */
function lengthPart(slots: TextSlots, start: number, end: number, length: Length): LengthPart[] {
  if (/^[.,:]?\d/.test(slots.typed.text.slice(end, end + 2))) return [];
  const own = part(slots, start, undefined, undefined, end);
  return [{ kind: 'length', ...own, length, isNumber: false }];
}

/** `1:30:00`, `3:30`; and without colons `25` minutes, `330`, `13000`. */
function digitLengths(slots: TextSlots, start: number): LengthPart[] {
  const { text } = slots.typed;
  if (/\d[.:,]?$/.test(text.slice(Math.max(0, start - 2), start))) return [];
  const amounts = slots
    .at('n0', start)
    .filter(({ end, value }) => value % 1 > 0 && /[½¼¾⅓⅔]/.test(text[end - 1] ?? ''))
    .map(({ end, value }) => digitLength(slots, { start, end }, value * 60, true));
  const found = /^(?:(?:(\d{1,2}):(\d{2})|(\d{1,3})):(\d{2})|(\d{1,6}))(?![\d:]|[.,]\d)/.exec(
    text.slice(start, start + 10),
  );
  if (found === null) return amounts;
  const [all, hours = '0', middle, only, lowest, bare = ''] = found;
  const seconds =
    lowest === undefined
      ? bare.length <= 2
        ? Number(bare) * 60
        : secondsOf(bare.slice(0, -4) || '0', bare.slice(-4, -2), bare.slice(-2))
      : secondsOf(hours, middle ?? only ?? '0', lowest);
  if (seconds === null) return amounts;
  const end = start + all.length;
  // `1:30 h` could mean two lengths.
  const isUnit = slots
    .at('unit', afterSpace(text, end))
    .some((unit) => !isInWord(slots.typed, unit.end));
  return isUnit
    ? []
    : [...amounts, digitLength(slots, { start, end }, seconds, lowest === undefined)];
}

function digitLength(
  slots: TextSlots,
  { start, end }: Span,
  seconds: number,
  isNumber: boolean,
): LengthPart {
  return {
    kind: 'length',
    ...part(slots, start, undefined, undefined, end),
    length: { seconds: [seconds], unit: 60 },
    isNumber,
  };
}

function secondsOf(hours: string, minutes: string, seconds: string): number | null {
  if (Number(seconds) > 59 || (Number(hours) > 0 && Number(minutes) > 59)) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** A day, with the part of it that may follow: `tomorrow morning`. */
export function daysAt(slots: TextSlots, start: number): DayPart[] {
  const found: DayPart[] = [];
  const add = (
    end: number,
    last: Found | undefined,
    first: Found | undefined,
    { parts: own, ...day }: Omit<DayPart, keyof Part | 'kind'>,
  ) => {
    for (const { end: endOfPart, parts, isWeakEnd } of withPart(slots, end, last)) {
      found.push({
        kind: 'day',
        ...part(slots, start, first, undefined, endOfPart),
        isWeakEnd,
        ...day,
        parts: [...own, ...parts],
      });
    }
  };
  slots.matches(slots.vocabulary.dayPhrases, start, (end, filled, meaning) => {
    const value = (name: keyof Slots) => filled.find(({ slot }) => slot === name)?.value;
    const unit = value('unit') as number | undefined;
    if (unit !== undefined && unit < 86_400) return;
    const count = value('n') ?? value('d');
    const times = unit === undefined ? 1 : unit / 86_400;
    const own = typeof meaning === 'object' && 'in' in meaning ? meaning.part : value('part');
    add(end, filled.at(-1), filled[0]?.start === start ? filled[0] : undefined, {
      meaning,
      weekday: (value('day') as Weekday | undefined) ?? null,
      count: typeof count === 'number' ? count * times : null,
      parts: own === undefined ? [] : [own as Hours],
    });
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

function withPart(slots: TextSlots, end: number, last: Found | undefined) {
  const alone = {
    end,
    parts: [] as readonly Hours[],
    isWeakEnd: last?.end === end && last.isWeakEnd === true,
  };
  return [
    alone,
    // German writes `Freitagabend` in one word.
    ...(isInWord(slots.typed, end) ? [end] : afterOf(slots, end)).flatMap((from) =>
      slots.at('part', from).map((found) => ({
        end: found.end,
        parts: [found.value],
        isWeakEnd: found.isWeakEnd === true,
      })),
    ),
  ];
}

export function rhythmsAt(slots: TextSlots, start: number): RhythmPart[] {
  const found: RhythmPart[] = [];
  slots.matches(slots.vocabulary.rhythms, start, (end, filled, meaning) => {
    const value = (name: keyof Slots) => filled.find(({ slot }) => slot === name)?.value;
    const values = (name: keyof Slots) =>
      filled.filter(({ slot }) => slot === name).map((one) => Number(one.value));
    const day = value('day') as Weekday | undefined;
    const count = value('n');
    const own = value('part') as Hours | undefined;
    const isNoWeekend = meaning === 'no weekend';
    const days =
      (value('days') as readonly Weekday[] | undefined) ?? (day === undefined ? [] : [day]);
    for (const { end: endOfPart, parts, isWeakEnd } of withPart(slots, end, filled.at(-1))) {
      found.push({
        kind: 'rhythm',
        ...part(
          slots,
          start,
          filled[0]?.start === start ? filled[0] : undefined,
          undefined,
          endOfPart,
        ),
        isWeakEnd,
        meaning: isNoWeekend ? 'other days' : meaning,
        days: isNoWeekend ? weekdays.slice(5) : days,
        parts: own === undefined ? parts : [own, ...parts],
        count: typeof count === 'number' ? count : null,
        nths: values('nth'),
        dates: values('d'),
        date: (value('date') as TypedDate | undefined) ?? null,
        items: (value('dates') as readonly MonthItem[] | undefined) ?? [],
        from: (value('from') as TypedDate | undefined) ?? null,
        until: (value('until') as TypedDate | undefined) ?? null,
      });
    }
  });
  // French `mars` is March, and no plural of `mar.`.
  const months = slots.words(slots.vocabulary.months, start);
  const isMonth = (one: RhythmPart) =>
    one.meaning === 'days' && months.some(({ end }) => end === one.end);
  // 毎月最終日 is no last Sunday.
  const isLastDate = (one: RhythmPart) =>
    one.meaning === 'nth day' &&
    found.some(({ meaning, end }) => meaning === 'last date' && end === one.end);
  return found.filter((one) => !isMonth(one) && !isLastDate(one));
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
