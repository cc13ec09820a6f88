// Words and what they mean, found by their beginnings. Pure.
import { folded } from './text';

type Entry<Value> = readonly [word: string, value: Value];

export interface Table<Value> {
  /** The characters with which a word can begin. */
  readonly firsts: ReadonlySet<string>;
  /** By their first two characters, or the only one; the longest first. */
  readonly words: ReadonlyMap<string, readonly Entry<Value>[]>;
}

export function tableOf<Value>(entries: readonly Entry<Value>[]): Table<Value> {
  const known = new Map<string, Value>();
  for (const [word, value] of entries) {
    const key = folded(word).replace(/[.॰]$/, '');
    // The first meaning of a word counts.
    if (key !== '' && !known.has(key)) known.set(key, value);
  }
  const words = new Map<string, Entry<Value>[]>();
  for (const entry of [...known].sort(([one], [other]) => other.length - one.length)) {
    const beginning = entry[0].slice(0, 2);
    const list = words.get(beginning);
    if (list === undefined) words.set(beginning, [entry]);
    else list.push(entry);
  }
  return { firsts: new Set([...known.keys()].map((word) => word[0] ?? '')), words };
}

/** The words that stand at a position, the longest first. */
export function wordsAt<Value>(
  { firsts, words }: Table<Value>,
  text: string,
  position: number,
): readonly Entry<Value>[] {
  if (!firsts.has(text[position] ?? '')) return [];
  const longer = words.get(text.slice(position, position + 2)) ?? [];
  const single = words.get(text[position] ?? '');
  const found = longer.filter(([word]) => text.startsWith(word, position));
  return single === undefined || position + 1 === text.length ? found : [...found, ...single];
}
