// Words that are probably a misspelled word for a time, `tommorow`, `wendesday`: a line that has one asks, and never stores
// another day with that word as its name. Pure.

/** What a word belongs to: a day, a repetition, a half or part of the day, a unit, or another word of a time or length. */
export type WordKind = 'day' | 'rhythm' | 'part' | 'unit' | 'clock';

/** The words of a language that may be misspelled. */
export interface SpelledWords {
  /** By their first letter. */
  readonly candidates: ReadonlyMap<string, readonly TimeWord[]>;
  /** Korean words of one syllable, in its letters. */
  readonly syllables: readonly string[];
  /** Words that are right, also if they look like another one. */
  readonly known: ReadonlySet<string>;
  /** Those of words that were looked up before: a name is read again with each key. */
  readonly slips: Map<string, Slip>;
}

interface TimeWord {
  readonly letters: string;
  readonly kinds: Set<WordKind>;
  /** Whether a word like this one is hardly anything else. */
  isSure: boolean;
}

export interface Slip {
  /** Whether it is a misspelled word, whatever else the text says. */
  readonly isSure: boolean;
  /** What it could be: that is a slip only if the text has nothing else of this kind. */
  readonly kinds: ReadonlySet<WordKind>;
  /** Also of short words that it is one letter away from: beside a time it is rather one of them than a name. */
  readonly near: ReadonlySet<WordKind>;
}

/** Shorter words are too much like others; of this length two letters may be turned, or one missing or doubled. */
const shortest = 4;
/** From this length on, one letter may be another one. */
const middle = 5;
/** From this length on, also the last one, which in many languages is an ending. */
const long = 6;
/** From this length on, two may. */
const longest = 8;

/**
 * `words` are by their kind; `sure` are those that no other word is like. `others` are right, and not looked for.
 */
export function spelledWords(
  words: Readonly<Partial<Record<WordKind, readonly string[]>>>,
  sure: Iterable<string> = [],
  others: Iterable<string> = [],
): SpelledWords {
  const known = new Set(others);
  const all = new Map<string, TimeWord>();
  const syllables = new Set<string>();
  for (const [kind, list] of Object.entries(words) as [WordKind, readonly string[]][]) {
    for (const word of list) {
      const letters = lettersOf(word);
      if (isSyllable(word)) syllables.add(letters);
      if (word.length < 2 || !/^[\p{L}\p{M}]+$/u.test(word)) continue;
      const found = all.get(letters) ?? { letters, kinds: new Set(), isSure: false };
      found.kinds.add(kind);
      all.set(letters, found);
    }
  }
  for (const word of sure) {
    const found = all.get(lettersOf(word));
    if (found !== undefined) found.isSure = true;
  }
  const candidates = new Map<string, TimeWord[]>();
  for (const word of all.values()) {
    // A slip may also be in the article.
    for (const first of new Set([firstOf(word.letters), word.letters.slice(0, 1)])) {
      const list = candidates.get(first);
      if (list === undefined) candidates.set(first, [word]);
      else list.push(word);
    }
  }
  return { candidates, syllables: [...syllables], known, slips: new Map() };
}

const none: Slip = { isSure: false, kinds: new Set(), near: new Set() };

/** What a word could be that is in no table. */
export function slipOf(word: string, spelled: SpelledWords): Slip {
  const { known, slips } = spelled;
  if (known.has(word)) return none;
  const found = slips.get(word) ?? findSlip(lettersOf(word), spelled);
  slips.set(word, found);
  return found;
}

function findSlip(typed: string, { candidates, syllables }: SpelledWords): Slip {
  // Arabic writes `and` and `to the` together with the next word.
  const forms = [
    typed,
    ...(typed.startsWith('و') ? [typed.slice(1)] : []),
    ...(typed.startsWith('لل') ? [article + typed.slice(2)] : []),
  ];
  const near = forms.flatMap((form) => [
    ...(candidates.get(firstOf(form)) ?? [])
      .filter((word) => isNearly(form, word))
      .map((word) => ({ word, isSure: word.isSure && isSurely(form, word.letters) })),
    ...(candidates.get(form.slice(0, 1)) ?? [])
      .filter(({ letters }) => letters.startsWith(article) && isSlipOfLetter(form, letters))
      .map((word) => ({ word, isSure: false })),
  ]);
  const kinds = near.flatMap(({ word }) => [...word.kinds]);
  const short = nearShort(typed, candidates).flatMap((word) => [...word.kinds]);
  const isOne =
    isSyllable(typed.normalize('NFC')) && syllables.some((one) => isWithin(typed, one, 1));
  return {
    isSure: near.some(({ isSure }) => isSure),
    kinds: new Set(kinds),
    near: new Set<WordKind>([...kinds, ...short, ...(isOne ? ['clock' as const] : [])]),
  };
}

/** `her` for `hr`; the first letter behind an Arabic `and` is like any other. */
function nearShort(typed: string, candidates: SpelledWords['candidates']): readonly TimeWord[] {
  if (typed.length < 2) return [];
  // An input method makes any character wrong, also the first.
  if (/[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}]/u.test(typed)) {
    return [...candidates.values()].flat().filter(({ letters }) => isNearInput(typed, letters));
  }
  const isNear = (one: string) =>
    one.length > 2 && (isSlipOfLetter(typed, one) || isShortened(typed, one));
  const alike = (candidates.get(typed.slice(0, 1)) ?? []).filter(
    ({ letters, kinds }) =>
      isNear(letters) ||
      // `wednes`.
      (kinds.has('day') && typed.length >= shortest && letters.startsWith(typed)) ||
      ((kinds.has('day') || kinds.has('part')) && isWithin(typed, letters, allowedIn(letters))),
  );
  if (!typed.startsWith('و')) return alike;
  const joined = [...candidates.values()].flatMap((words) =>
    words.filter(({ letters }) => letters.length > 2 && isNear(`و${letters}`)),
  );
  return [...alike, ...joined];
}

/** How many letters of a day or a part of it may be wrong beside a time. */
function allowedIn(letters: string): number {
  if (letters.length < shortest) return 0;
  return lengthOf(letters) > long ? 2 : 1;
}

/** Of a Korean word one letter, of a longer Chinese or Japanese one a character. */
function isNearInput(typed: string, right: string): boolean {
  const isKorean = /\p{Script=Hangul}/u.test(right);
  if (right.length < (isKorean ? shortest : 2)) return false;
  if (isKorean) {
    const [one, other] = [typed.normalize('NFC'), right.normalize('NFC')];
    return (
      isWithin(typed, right, 1) ||
      areTurned(typed, right) ||
      (other.length > 2 && isSlipOfLetter(one, other))
    );
  }
  if (areTurned(typed, right)) return true;
  if (/^\p{Script=Hiragana}+$/u.test(typed)) return right.length > 2 && isWithin(typed, right, 1);
  return (
    right.length > 2 && (typed.length > 2 ? isWithin(typed, right, 1) : lacksLetter(typed, right))
  );
}

/** Behind a number also a word that means something else: `7사` for `7시`. */
export function isNearSyllable(word: string, { syllables }: SpelledWords): boolean {
  const letters = lettersOf(word);
  return isSyllable(word) && syllables.some((one) => isWithin(letters, one, 1));
}

function isSyllable(word: string): boolean {
  return /^\p{Script=Hangul}$/u.test(word);
}

/** Next to other weekdays, or behind a number, a short word may be one, too: `mon wed fir`, `1 huor`. */
export function isSlip(typed: string, right: string): boolean {
  if (!right.startsWith(typed.slice(0, 1))) return false;
  return isSlipOfLetter(typed, right) || (right.length >= shortest && isWithin(typed, right, 1));
}

/** Whether two letters are turned, one is missing, or one is there twice. */
export function isSlipOfLetter(typed: string, right: string): boolean {
  return areTurned(typed, right) || lacksLetter(typed, right) || doublesLetter(typed, right);
}

/** A Korean syllable is made of two or three letters. */
function lettersOf(word: string): string {
  return /\p{Script=Hangul}/u.test(word) ? word.normalize('NFD') : word;
}

const article = 'ال';

/** The first letter is rarely wrong; behind the Arabic article, which most words have. */
function firstOf(word: string): string {
  return (word.startsWith(article) ? word[2] : word[0]) ?? '';
}

/** Many Arabic words with an article differ in one letter: `الدواء` and `الدوام`. */
function lengthOf(word: string): number {
  return word.startsWith(article) ? word.length - article.length : word.length;
}

/** Whether a word is hardly anything but another one with a slip of the finger. */
function isSurely(typed: string, right: string): boolean {
  if (typed.length < shortest) return false;
  if (areTurned(typed, right)) return true;
  if (right.length >= shortest && doublesLetter(typed, right)) return true;
  const length = lengthOf(right);
  if (length < long) return right.length >= middle && lacksLetter(typed, right);
  return isWithin(typed, right, length >= longest ? 2 : 1);
}

/** Whether a word could be another one with a slip of the finger. */
function isNearly(typed: string, { letters: right, kinds }: TimeWord): boolean {
  if (typed.length < shortest - 1) return false;
  if (doublesLetter(typed, right)) return true;
  // The article and the Arabic `and` are letters that a word of another meaning lacks.
  const length = lengthOf(right) + Number(/^(و|ال)/.test(right));
  if (length < shortest) return false;
  if (areTurned(typed, right) || lacksLetter(typed, right)) return true;
  // Numbers and the like are short, and like other words.
  if (length < middle && !kinds.has('day') && !kinds.has('part')) return false;
  const isOfClock = kinds.has('clock') || kinds.has('unit');
  const isEnding =
    !/\p{Script=Hangul}/u.test(right) &&
    length < (isOfClock ? long : middle) &&
    typed.slice(0, right.length - 1) === right.slice(0, -1);
  return !isEnding && isWithin(typed, right, length >= longest ? 2 : 1);
}

/** Whether two letters that follow each other have changed their places. */
function areTurned(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return (
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}

/** Not the last one: `обед` is no `обеда`. */
function lacksLetter(one: string, other: string): boolean {
  if (one.length + 1 !== other.length || other.startsWith(one)) return false;
  const at = Array.from(other).findIndex((letter, index) => letter !== one[index]);
  return at > 0 && one.slice(at) === other.slice(at + 1);
}

/** `monnday`; a doubled last letter is rather another word. */
function doublesLetter(one: string, other: string): boolean {
  if (one.length !== other.length + 1) return false;
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  return at > 0 && one[at] === one[at - 1] && one.slice(at + 1) === other.slice(at);
}

/** `ttes` for `toutes`, `wknd` for `weekend`: letters of it in their order, without vowels or with the last one. */
function isShortened(one: string, other: string): boolean {
  if (one.length < 3 || one.length >= other.length || !/^[a-z][^aeiouy][a-z]+$/.test(one))
    return false;
  const vowels = one.match(/[aeiouy]/g)?.length ?? 0;
  if (vowels > 1 || (vowels === 1 && one.at(-1) !== other.at(-1))) return false;
  let at = 0;
  for (const letter of other) if (letter === one[at]) at++;
  return at === one.length;
}

function isWithin(one: string, other: string, most: number): boolean {
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
}

/** How many letters have to be inserted, removed, replaced, or turned. */
function distance(one: string, other: string): number {
  let earlier: readonly number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const present = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (before[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      const removed = (before[column] ?? 0) + 1;
      const added = (present[column - 1] ?? 0) + 1;
      const areTurned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const turned = areTurned ? (earlier[column - 2] ?? 0) + 1 : Infinity;
      present.push(Math.min(replaced, removed, added, turned));
    }
    earlier = before;
    before = present;
  }
  return before.at(-1) ?? 0;
}
