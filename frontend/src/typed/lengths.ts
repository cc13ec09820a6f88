// The lengths, and whiles from now, that may begin at a position of a text. Pure.
import { timesAt, type LengthPart, type TimePart, type When } from './candidates';
import type { TextSlots } from './slots';
import { afterSpace, isInWord, type Span } from './text';
import type { Length } from './values';

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
    length.unit >= secondsOfDay && slots.at('length', start).some((one) => one.end === end);
  const found: LengthPart[] = [];
  slots.matches(slots.vocabulary.whiles, start, (end, filled) => {
    const length = filled.find(({ slot }) => slot === 'length')?.value as Length | undefined;
    if (length !== undefined) found.push(...lengthPart(slots, start, end, length));
    const count = filled.find(({ slot }) => slot === 'n')?.value as number | undefined;
    if (count !== undefined && isOfMinutes(slots, start, end, count))
      found.push(digitLength(slots, { start, end }, count * 60, false));
  });
  return found.filter((one) => !isAlone(one));
}

/** `in 20`, `in 20 nap`: a number without a unit is one of minutes, where nothing says that it is a part of something else. */
function isOfMinutes(slots: TextSlots, start: number, end: number, count: number): boolean {
  const { text } = slots.typed;
  const next = afterSpace(text, end);
  const isOther = (['unit', 'month', 'tail'] as const).some((slot) =>
    slots.at(slot, next).some((word) => !isInWord(slots.typed, word.end)),
  );
  const isBeforeName = start === 0 && text[end] === ' ' && !/^\d/.test(text.slice(next));
  return count > 1 && count <= mostMinutes && (end === text.length || (isBeforeName && !isOther));
}

/** That people say. */
const mostMinutes = 180;

export const secondsOfDay = 86_400;
/** That people say. */
const mostHours = 100;

/** A time, or a while from now that ends at a whole minute: Portuguese `7 seg` is Monday at seven, and no seconds. */
export function momentsAt(slots: TextSlots, start: number): When[] {
  const isMoment = ({ start: from, end, length }: LengthPart) =>
    length.seconds.some((seconds) => seconds >= 60 && seconds % 60 === 0) &&
    // `0700h` are no hundreds of hours.
    !(length.unit === 3600 && length.seconds.some((seconds) => seconds >= mostHours * 3600)) &&
    // `25h` is no hour of a day, and hardly a while.
    !/^(?:2[4-9]|[3-9]\d)h/.test(slots.typed.text.slice(from, end));
  const whiles = whilesAt(slots, start).filter((one) => isMoment(one) && !isOfClock(slots, one));
  return [...timesAt(slots, start), ...whiles];
}

/**
 * `9-17h` is no while of nine or seventeen hours, `in a week 8h` none of a week and eight, and French `après 18h` is a limit;
 * `in 2-3 hours` may be one.
 */
function isOfClock(slots: TextSlots, { start, end, length }: LengthPart): boolean {
  const { typed, vocabulary } = slots;
  const isClock = (at: number) =>
    slots
      .at('clock', at)
      .some(({ end: last, value }) => last === end && !value.isNumber && value.isRare !== true);
  if (length.unit < secondsOfDay) {
    const isSpan = length.seconds.length > 1 && length.unit === 3600;
    const limits = slots.words(vocabulary.limits, start);
    return (
      (isSpan && typed.classes[start] === 'digit') ||
      limits.some((limit) => isClock(afterSpace(typed.text, limit.end)))
    );
  }
  return Array.from({ length: end - start }, (_, at) => start + at).some(
    (at) => at > start && (isClock(at) || /^\d{1,2} ?h\d*$/.test(typed.text.slice(at, end))),
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
  const times = vocabulary.untilAfter.size === 0 ? [] : timesAt(slots, start);
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
  return [lengthOf(slots, { start, end }, length, false)];
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
  const [all, hours = '0', middle, only, lowest, unmarked = ''] = found;
  const seconds =
    lowest === undefined
      ? unmarked.length <= 2
        ? Number(unmarked) * 60
        : secondsOf(unmarked.slice(0, -4) || '0', unmarked.slice(-4, -2), unmarked.slice(-2))
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

function digitLength(slots: TextSlots, span: Span, seconds: number, isNumber: boolean): LengthPart {
  return lengthOf(slots, span, { seconds: [seconds], unit: 60 }, isNumber);
}

function lengthOf(
  { vocabulary }: TextSlots,
  { start, end }: Span,
  length: Length,
  isNumber: boolean,
): LengthPart {
  const { isForeign } = vocabulary;
  return {
    kind: 'length',
    start,
    end,
    isForeign,
    isWeakStart: false,
    isWeakEnd: false,
    length,
    isNumber,
  };
}

function secondsOf(hours: string, minutes: string, seconds: string): number | null {
  if (Number(seconds) > 59 || (Number(hours) > 0 && Number(minutes) > 59)) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
