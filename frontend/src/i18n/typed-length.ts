// Reads a length at the beginning of a typed text: `25`, `3:30`, `330`, `1h30`, `90 s`, `1,5 h`. Pure.
import type { IntlShape } from 'react-intl';
import { unitJoint } from './duration-text';
import {
  addWord,
  endsWord,
  folded,
  afterSpaces,
  wordAt,
  type TypedText,
  afterMarks,
  typedFrom,
  typedText,
} from './typed-text';

interface TypedLength {
  /** Possibly none, or more than a timer may have. */
  readonly seconds: number;
  /** The position after it in the folded text. */
  readonly end: number;
}

export interface LengthWords {
  /** The seconds of one of each unit. */
  readonly units: ReadonlyMap<string, number>;
  /** Lengths that a language writes without digits, such as the dual of Arabic: their units and seconds. */
  readonly wholes: ReadonlyMap<string, { readonly unit: number; readonly seconds: number }>;
  /** What the language writes between two units. */
  readonly joint: string;
}

const units = [
  { name: 'hour', seconds: 3600, text: 'duration.partHours', most: 23 },
  { name: 'minute', seconds: 60, text: 'duration.partMinutes', most: 59 },
  { name: 'second', seconds: 1, text: 'duration.partSeconds', most: 59 },
] as const;
/** Understood in every language. */
const international = { h: 3600, min: 60, m: 60, sec: 1, s: 1 } as const;
/** One of each form of a plural. */
const plurals = [0, 1, 2, 3, 5, 11, 100, 1.5];

/** The words for lengths in the reader's language: those of the site, and those of the browser. */
export function lengthWords(intl: IntlShape): LengthWords {
  const words = new Map<string, number>();
  const wholes = new Map<string, { unit: number; seconds: number }>();
  for (const { name, seconds, text, most } of units) {
    for (let value = 0; value <= most; value++) {
      const written = intl.formatMessage({ id: text }, { value });
      if (/\p{Nd}/u.test(written)) addWord(words, written.replace(/\p{Nd}+/u, ''), seconds);
      else addWord(wholes, written, { unit: seconds, seconds: value * seconds });
    }
    for (const unitDisplay of ['long', 'short', 'narrow'] as const) {
      for (const value of plurals) {
        const parts = intl.formatNumberToParts(value, { style: 'unit', unit: name, unitDisplay });
        const hasDigits = parts.some(({ type }) => type === 'integer');
        for (const part of parts) {
          if (part.type !== 'unit') continue;
          if (hasDigits) addWord(words, part.value, seconds);
          else addWord(wholes, part.value, { unit: seconds, seconds: value * seconds });
        }
      }
    }
  }
  for (const [word, seconds] of Object.entries(international)) addWord(words, word, seconds);
  return { units: words, wholes, joint: folded(unitJoint(intl)).trim() };
}

/** Null if the text does not begin with a length. */
export function typedLength({ text }: TypedText, words: LengthWords): TypedLength | null {
  return lengthAt(text, words);
}

/** Does what `typedLength` does for a text that is folded already. */
export function lengthAt(text: string, words: LengthWords): TypedLength | null {
  const inUnits = unitsLength(text, words);
  if (inUnits !== null) return inUnits;
  const inDigits = digitsLength(text);
  // `1:30 h` could mean two lengths.
  const isAmbiguous =
    inDigits !== null && wordAt(text, afterSpaces(text, inDigits.end), words.units) !== null;
  return isAmbiguous ? null : inDigits;
}

const clockForm = /^\s*(?:(?:(\d{1,2}):(\d{2})|(\d{1,3})):(\d{2})|(\d{1,6}))/;

/** `1:30:00`, `3:30`; and without colons `25` minutes, `330`, `13000`. */
function digitsLength(text: string): TypedLength | null {
  const found = clockForm.exec(text);
  if (found === null) return null;
  const end = found[0].length;
  if (!endsWord(text, end) || /^\s*[:.,]\d/.test(text.slice(end))) return null;
  const [, hours = '0', middle, only, lowest, bare = ''] = found;
  if (lowest !== undefined) return clockLength(hours, middle ?? only ?? '0', lowest, end);
  if (bare.length <= 2) return { seconds: Number(bare) * 60, end };
  return clockLength(bare.slice(0, -4) || '0', bare.slice(-4, -2), bare.slice(-2), end);
}

function clockLength(
  hours: string,
  minutes: string,
  seconds: string,
  end: number,
): TypedLength | null {
  if (Number(seconds) > 59 || (Number(hours) > 0 && Number(minutes) > 59)) return null;
  return { seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), end };
}

/** `1 h 30 min`, `90s`, `1,5 h`; a number directly after a unit, as in `1h30`, is of the next smaller one. */
function unitsLength(text: string, { units: words, wholes, joint }: LengthWords) {
  let [seconds, position, last] = [0, 0, Infinity];
  for (;;) {
    const start = afterJoint(text, position, last === Infinity ? '' : joint);
    const part = partAt(text, start, words) ?? wholeAt(text, start, wholes);
    if (part === null || part.unit >= last) break;
    seconds += part.seconds;
    ({ end: position, unit: last } = part);
  }
  const rest = /^\d{1,2}(?!\d)/.exec(text.slice(position))?.[0];
  if (rest !== undefined && Number(rest) < 60 && (last === 3600 || last === 60)) {
    seconds += (Number(rest) * last) / 60;
    position += rest.length;
  }
  if (last === Infinity || /^\d/.test(text.slice(position))) return null;
  return { seconds: Math.round(seconds), end: position };
}

interface Part {
  readonly unit: number;
  readonly seconds: number;
  readonly end: number;
}

function partAt(text: string, start: number, words: ReadonlyMap<string, number>): Part | null {
  const number = /^\d{1,5}(?:[.,]\d{1,3})?/.exec(text.slice(start))?.[0];
  if (number === undefined) return null;
  const at = afterSpaces(text, start + number.length);
  const unit = wordAt(text, at, words, endsUnit);
  if (unit === null) return null;
  const seconds = Number(number.replace(',', '.')) * unit.meaning;
  return { unit: unit.meaning, seconds, end: unit.end };
}

function wholeAt(text: string, start: number, wholes: LengthWords['wholes']): Part | null {
  const whole = wordAt(text, start, wholes);
  return whole === null ? null : { ...whole.meaning, end: whole.end };
}

function afterJoint(text: string, position: number, joint: string): number {
  const start = afterSpaces(text, position);
  return joint !== '' && text.startsWith(joint, start)
    ? afterSpaces(text, start + joint.length)
    : start;
}

/** Digits may follow a unit; letters may where a script has no spaces between words. */
function endsUnit(text: string, position: number): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}]$/u.test(text.slice(0, position))
    ? true
    : !/^[\p{L}\p{M}]/u.test(text.slice(position, position + 2));
}

export interface TypedTimer {
  /** Possibly none, or more than a timer may have. */
  readonly seconds: number;
  /** What follows, as it was typed. */
  readonly name: string;
}

/** Null if the text does not begin with a length. */
export function typedTimer(input: string, words: LengthWords): TypedTimer | null {
  const typed = typedText(input);
  const length = typedLength(typed, words);
  if (length === null) return null;
  const name = typedFrom(typed, afterMarks(typed.text, length.end));
  return /^\p{Nd}+$/u.test(name) ? null : { seconds: length.seconds, name };
}
