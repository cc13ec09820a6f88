// A typed text folded for comparison: digits of every script as 0 to 9, lower case, without accents. Pure.

export interface TypedText {
  /** The text as typed, in composed characters. */
  readonly typed: string;
  readonly text: string;
  /** For each position of the folded text, and for its end, the position in `typed`. */
  readonly places: readonly number[];
}

/** Folds a text and records where each folded character comes from. */
export function typedText(input: string): TypedText {
  const typed = input.normalize('NFC');
  const places: number[] = [];
  let text = '';
  let place = 0;
  for (const character of typed) {
    const folded = foldedCharacter(character);
    places.push(...Array<number>(folded.length).fill(place));
    text += folded;
    place += character.length;
  }
  places.push(place);
  return { typed, text, places };
}

/** The folded form of a word, for tables of words. */
export function folded(word: string): string {
  return typedText(word).text;
}

/** What was typed from a position of the folded text on, without surrounding spaces. */
export function typedFrom({ typed, places }: TypedText, position: number): string {
  return typed.slice(places[position]).trim();
}

/** Latin accents are left out; accents of other scripts make different letters. */
const latinAccents = /[\u0300-\u036f]/g;
/** Marks of the writing direction and the like. */
const invisible = /^\p{Cf}$/u;
const digit = /^\p{Nd}$/u;

function foldedCharacter(character: string): string {
  if (invisible.test(character)) return '';
  if (digit.test(character)) return digitOf(character);
  const plain = character.normalize('NFKD').replace(latinAccents, '').normalize('NFKC');
  // A Turkish keyboard writes ı where another one writes i.
  return plain.toLowerCase().replace(latinAccents, '').replaceAll('ı', 'i');
}

/** Every script has its ten digits in order. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let value = 0;
  while (digit.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value % 10);
}

/** The end of a word at a position: not followed by a letter, an accent or a digit. */
export function endsWord(text: string, position: number): boolean {
  return !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(position, position + 2));
}

export function afterSpaces(text: string, position: number): number {
  return position + (/^\s*/.exec(text.slice(position))?.[0].length ?? 0);
}

export interface FoundWord<Meaning> {
  readonly meaning: Meaning;
  /** The position after the word and a point that abbreviates it. */
  readonly end: number;
}

/** The longest word of a table at a position; `endsAt` decides where a word may end. */
export function wordAt<Meaning>(
  text: string,
  position: number,
  words: ReadonlyMap<string, Meaning>,
  endsAt: (text: string, position: number) => boolean = endsWord,
): FoundWord<Meaning> | null {
  let best: FoundWord<Meaning> | null = null;
  let longest = 0;
  for (const [word, meaning] of words) {
    const end = position + word.length;
    if (word.length > longest && text.startsWith(word, position) && endsAt(text, end)) {
      longest = word.length;
      best = { meaning, end: /^[.॰]/.test(text.slice(end)) ? end + 1 : end };
    }
  }
  return best;
}

/** Adds a word in its folded form, without the point of an abbreviation; the first meaning of a word stays. */
export function addWord<Meaning>(
  words: Map<string, Meaning>,
  word: string,
  meaning: Meaning,
): void {
  const key = folded(word).trim().replace(/[.॰]$/, '');
  if (key !== '' && !words.has(key)) words.set(key, meaning);
}

/** The position after spaces and commas. */
export function afterMarks(text: string, position: number): number {
  return position + (/^[\s,;、，،・·]*/.exec(text.slice(position))?.[0].length ?? 0);
}
