// Reads a time of day at the beginning of a typed text: `7`, `730`, `7:30 pm`, `午後7時半`, `夕方6時`, `٧:٣٠ م`, `+20`. Pure.
//
// A 24-hour time is read literally. On a 12-hour clock a time without its half of the day is the next one.
import { dayParts, type DayParts } from './day-parts';
import type { TypedText } from './typed-text';
import { lengthAt, type LengthWords } from './typed-length';
import { timeOf } from '../model/time-of-day';

export interface TypedTime {
  /** `HH:mm`. */
  readonly time: string;
  /** That time in the other half of the day, if the text does not say which is meant. */
  readonly other: string | null;
  /** The position after it in the folded text. */
  readonly end: number;
}

/** The clock by which a time is read. */
export interface ReaderClock {
  readonly hour12: boolean;
  /** The present minute of the day. */
  readonly now: number;
}

export interface TimeWords {
  readonly form: RegExp;
  readonly hourIn: DayParts['hourIn'];
  readonly lengths: LengthWords;
}

const dayMinutes = 1440;

export function timeWords(locale: string, lengths: LengthWords): TimeWords {
  const { before, after, hourIn } = dayParts(locale);
  return {
    form: new RegExp(
      String.raw`^\s*(?:(?<lead>${before})\s*の?\s*)?` +
        String.raw`(?:(?<hour>\d{1,2})\s?(?:[:.](?<minute>\d{2})(?:\s?(?:h|uhr))?|(?:h|時|时|点|點|시|uhr)\s?` +
        // Half past; other languages mean half an hour before it.
        String.raw`(?:(?<past>\d{2}(?!\d)|\d(?=\s?[分분]))\s?[分분]?|(?<halfPast>[半반]))?)|(?<digits>\d{1,4}))` +
        String.raw`(?:\s?(?<tail>${after})|(?<letter>[ap])|\s(?<last>[ap])(?=\s*$))?` +
        // Letters may follow where a script has no spaces between words.
        String.raw`(?:(?<=[分분半반時时点點시])(?!\d)|(?![\p{L}\p{M}\p{N}]))`,
      'u',
    ),
    hourIn,
    lengths,
  };
}

/** Null if the text does not begin with a time of day. */
export function typedTime(
  { text }: TypedText,
  words: TimeWords,
  clock: ReaderClock,
): TypedTime | null {
  const later = /^\s*\+/.exec(text);
  return later === null
    ? timeOfDay(text, words, clock)
    : timeAfter(text, later[0].length, words.lengths, clock);
}

/** `+20`: a length after the present minute, of less than a day. */
function timeAfter(
  text: string,
  start: number,
  words: LengthWords,
  { now }: ReaderClock,
): TypedTime | null {
  const length = lengthAt(text.slice(start), words);
  if (length === null || length.seconds < 60 || length.seconds % 60 > 0) return null;
  const wait = length.seconds / 60;
  if (wait >= dayMinutes) return null;
  return { time: timeOf(now + wait), other: null, end: start + length.end };
}

function timeOfDay(text: string, words: TimeWords, { hour12, now }: ReaderClock): TypedTime | null {
  const found = words.form.exec(text);
  if (found?.groups === undefined) return null;
  const end = found[0].length;
  // Part of another number: `7:30:15`, `7,5`, `7-30`; or not yet complete: `7:`.
  if (/^(?::|\s?[:.,/'-]\d)/.test(text.slice(end))) return null;
  const { lead, hour, minute, past, halfPast, digits, tail, letter, last } = found.groups;
  const [hours, minutes] =
    digits === undefined
      ? [Number(hour), halfPast === undefined ? Number(minute ?? past ?? 0) : 30]
      : fromDigits(digits);
  if (hours > 23 || minutes > 59) return null;
  const parts = [lead, tail ?? letter ?? last].filter((part) => part !== undefined);
  if (parts.length > 0) {
    const [meant, ...others] = new Set(parts.map((part) => words.hourIn(hours, part)));
    if (typeof meant !== 'number' || others.length > 0) return null;
    return { time: timeOf(meant * 60 + minutes), other: null, end };
  }
  const literal = hours * 60 + minutes;
  if (!hour12 || hours === 0 || hours > 12) return { time: timeOf(literal), other: null, end };
  const [next, other] = [literal, literal + dayMinutes / 2]
    .map((time) => (time - now - 1 + 2 * dayMinutes) % dayMinutes)
    .sort((one, two) => one - two)
    .map((wait) => timeOf(now + 1 + wait));
  return { time: next ?? timeOf(literal), other: other ?? null, end };
}

function fromDigits(digits: string): readonly [number, number] {
  return digits.length < 3
    ? [Number(digits), 0]
    : [Number(digits.slice(0, -2)), Number(digits.slice(-2))];
}
