// Words that are probably a misspelled word for a time, `tommorow`, `wendesday`: a line that has one asks, and never stores
// another day with that word as its name. Pure.

/** The words of a language that may be misspelled. */
export interface SpelledWords {
  /** By their first letter. */
  readonly candidates: ReadonlyMap<string, readonly string[]>;
  /** Words that are right, also if they look like another one. */
  readonly known: ReadonlySet<string>;
}

/** Shorter words are too much like others; of this length two letters may be turned. */
const shortest = 4;
/** From this length on, one letter may be missing; for more there are too many others: `night` and `light`. */
const middle = 5;
/** From this length on, one letter may be missing, added or another one. */
const long = 6;
/** From this length on, two may. */
const longest = 8;

/** `others` are right, and not looked for. */
export function spelledWords(words: Iterable<string>, others: Iterable<string> = []): SpelledWords {
  const known = new Set(others);
  const candidates = new Map<string, string[]>();
  for (const word of words) {
    known.add(word);
    if (word.length < shortest || !/^[\p{L}\p{M}]+$/u.test(word)) continue;
    const first = firstOf(word);
    const list = candidates.get(first);
    if (list === undefined) candidates.set(first, [word]);
    else if (!list.includes(word)) list.push(word);
  }
  return { candidates, known };
}

export function isMisspelled(word: string, { candidates, known }: SpelledWords): boolean {
  if (word.length < shortest || known.has(word)) return false;
  return candidates.get(firstOf(word))?.some((right) => isNearly(word, right)) === true;
}

/** Next to other weekdays, or behind a number, a short word may be one, too: `mon wed fir`, `1 huor`. */
export function isSlip(typed: string, right: string): boolean {
  return (
    right.startsWith(typed.slice(0, 1)) && (areTurned(typed, right) || lacksLetter(typed, right))
  );
}

/** The first letter is rarely wrong; behind the Arabic article, which most words have. */
function firstOf(word: string): string {
  return (word.startsWith('ال') ? word[2] : word[0]) ?? '';
}

function isNearly(typed: string, right: string): boolean {
  if (areTurned(typed, right)) return true;
  // Many Arabic words with an article differ in one letter: `الدواء` and `الدوام`.
  const length = right.startsWith('ال') ? right.length - 2 : right.length;
  if (length < long) return right.length >= middle && lacksLetter(typed, right);
  const most = length >= longest ? 2 : 1;
  return Math.abs(typed.length - right.length) <= most && distance(typed, right) <= most;
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

/** How many letters have to be inserted, removed or replaced. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const present = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (before[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      const removed = (before[column] ?? 0) + 1;
      const added = (present[column - 1] ?? 0) + 1;
      present.push(Math.min(replaced, removed, added));
    }
    before = present;
  }
  return before.at(-1) ?? 0;
}
