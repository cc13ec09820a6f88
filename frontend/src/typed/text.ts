// Folds a typed text for comparison: digits of every script as 0 to 9, lower case, without accents; and knows where words
// begin and end in it. Pure.

export interface FoldedText {
  /** The text as typed, in composed characters. */
  readonly typed: string;
  readonly text: string;
  /** For each position of the folded text, and for its end, the position in `typed`. */
  readonly places: readonly number[];
  /** The class of each folded character. */
  readonly classes: readonly CharacterClass[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Letters of scripts with spaces between words, of Korean, and of Chinese and Japanese. */
type CharacterClass = 'digit' | 'letter' | 'hangul' | 'cjk' | 'other';

/** Folds a text and records where each folded character comes from. */
export function foldedText(input: string): FoldedText {
  const typed = input.normalize('NFC');
  const places: number[] = [];
  let text = '';
  let place = 0;
  for (const character of typed) {
    const folded = foldedCharacter(character);
    // One space is enough.
    if (folded !== ' ' || (text !== '' && !text.endsWith(' '))) {
      text += folded;
      while (places.length < text.length) places.push(place);
    }
    place += character.length;
  }
  places.push(place);
  const classes: CharacterClass[] = [];
  for (let at = 0; at < text.length; at++) classes.push(classOf(text, at));
  return { typed, text, places, classes };
}

/** The folded form of a word, for tables of words. */
export function folded(word: string): string {
  return foldedText(word).text.trim();
}

/** What was typed in a span of the folded text, without surrounding spaces. */
export function typedIn({ typed, places }: FoldedText, { start, end }: Span): string {
  return typed.slice(places[start], places[end]).trim();
}

/** Latin accents, Arabic vowel signs, hamza and tatweel, and the nukta of Hindi, which are often left out. */
const accents = /[\u0300-\u036f]|\u0640|[\u064b-\u0655]|\u0670|\u093c/g;
/** Marks of the writing direction and the like. */
const invisible = /^\p{Cf}$/u;
const digit = /^\p{Nd}$/u;
const fraction = /^[\u00bc-\u00be\u2150-\u215e]$/;

/** Different characters for one thing, each with the one that the tables have. */
const sameCharacters: Readonly<Record<string, string>> = {
  // A Turkish keyboard writes ı where another one writes i.
  ı: 'i',
  ß: 'ss',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '〜': '~',
  '⁄': '/',
  '、': ',',
  '،': ',',
  '؛': ',',
  '٫': '.',
  '٬': '',
  ة: 'ه',
  ى: 'ي',
  ٱ: 'ا',
  '\u0901': '\u0902',
};

/** Of characters that were folded before: a text is folded again with each key. */
const foldedBefore = new Map<string, string>();

function foldedCharacter(character: string): string {
  let known = foldedBefore.get(character);
  if (known === undefined) {
    known = foldCharacter(character);
    foldedBefore.set(character, known);
  }
  return known;
}

function foldCharacter(character: string): string {
  if (/^[ !-&(-_{-~a-z]$/.test(character)) return character.toLowerCase();
  if (invisible.test(character)) return '';
  if (digit.test(character)) return digitOf(character);
  if (fraction.test(character)) return character;
  if (/\s/.test(character)) return ' ';
  const same = sameCharacters[character];
  if (same !== undefined) return same;
  const plain = character.normalize('NFKD').replace(accents, '').normalize('NFKC');
  const lower = plain.toLowerCase().replace(accents, '').replaceAll(/\s/g, ' ');
  return Array.from(lower, (one) => sameCharacters[one] ?? one).join('');
}

/** Every script has its ten digits in order. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let value = 0;
  while (digit.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value % 10);
}

const classesBefore = new Map<number, CharacterClass>();

function classOf(text: string, position: number): CharacterClass {
  const point = text.codePointAt(position) ?? 0;
  let known = classesBefore.get(point);
  if (known === undefined) {
    known = findClass(String.fromCodePoint(point));
    classesBefore.set(point, known);
  }
  return known;
}

function findClass(character: string): CharacterClass {
  if (/\d/.test(character)) return 'digit';
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(character)) return 'cjk';
  if (/\p{Script=Hangul}/u.test(character)) return 'hangul';
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? 'letter' : 'other';
}

/** Whether two characters of one word or number are on both sides of a position. */
export function isInWord({ classes }: FoldedText, position: number): boolean {
  const before = classes[position - 1];
  return before === classes[position] && (before === 'letter' || before === 'digit');
}

/** Whether a letter touches a digit in front of it: `12a`. */
export function isBehindDigit({ classes }: FoldedText, position: number): boolean {
  return classes[position - 1] === 'digit' && classes[position] === 'letter';
}

/** Whether a digit touches a Latin letter in front of it: `A7`. */
export function isBeforeDigit({ text, classes }: FoldedText, position: number): boolean {
  return classes[position] === 'digit' && /[a-z]/.test(text[position - 1] ?? '');
}

/** Whether a word may not end or begin at a position, outside of a phrase that is known: Korean has spaces. */
export function isInPhrase(folded: FoldedText, position: number): boolean {
  return (
    isInWord(folded, position) ||
    (folded.classes[position - 1] === 'hangul' && folded.classes[position] === 'hangul')
  );
}

/** Whether Chinese or Japanese characters are on both sides of a position: a single one of them may be part of a word. */
export function isBetweenCjk({ classes }: FoldedText, position: number): boolean {
  return classes[position - 1] === 'cjk' && classes[position] === 'cjk';
}

/** Whether a word goes on behind a hyphen: `cinq` of a number that is not known, `septante-cinq`. */
export function isBehindHyphen({ text, classes }: FoldedText, position: number): boolean {
  return (
    text[position - 1] === '-' &&
    classes[position - 2] === 'letter' &&
    classes[position] === 'letter'
  );
}

/** The position after the marks that may stand between two times: `8, no, 9`. */
export function afterMarks(text: string, position: number): number {
  return position + (/^[ ,;.…>→-]*/.exec(text.slice(position))?.[0].length ?? 0);
}

/** The position after spaces. */
export function afterSpace(text: string, position: number): number {
  return text[position] === ' ' ? position + 1 : position;
}

/** Spans in their order, and as one where they touch. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end + 1)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else all.push({ start, end });
  }
  return all;
}
