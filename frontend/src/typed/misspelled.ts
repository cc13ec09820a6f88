// Words that are probably a misspelled word for a time, `tommorow`, `wendesday`: a line that has one asks, and never stores
// another day with that word as its name. Pure.

/** The words of a language that may be misspelled, by their first letter. */
export type SpelledWords = ReadonlyMap<string, readonly string[]>;

/** Shorter words are one letter away from too many others: `night` and `light`, `match` and `March`. */
const shortest = 5;
/** From this length on, one letter may be missing, added or another one. */
const long = 6;
/** From this length on, two may. */
const longest = 8;

export function spelledWords(words: Iterable<string>): SpelledWords {
  const found = new Map<string, Set<string>>();
  for (const word of words) {
    const bare = withoutArticle(word);
    if (bare.length < shortest || !/^[\p{L}\p{M}]+$/u.test(bare)) continue;
    const first = bare[0] ?? '';
    found.set(first, (found.get(first) ?? new Set()).add(bare));
  }
  return new Map(Array.from(found, ([first, all]) => [first, [...all]]));
}

export function isMisspelled(word: string, known: SpelledWords): boolean {
  const typed = withoutArticle(word);
  const alike = known.get(typed[0] ?? '') ?? [];
  return (
    typed.length >= shortest &&
    !alike.includes(typed) &&
    alike.some((right) => isNearly(typed, right))
  );
}

/** The Arabic article, which would make the beginnings of most words alike. */
function withoutArticle(word: string): string {
  return word.startsWith('ال') ? word.slice(2) : word;
}

function isNearly(typed: string, right: string): boolean {
  if (areTurned(typed, right)) return true;
  if (right.length < long) return false;
  const most = right.length >= longest ? 2 : 1;
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
