// Words and what they mean. Pure.
import { folded } from './text';

/** The longest words first. */
export class Table<Value> extends Map<string, Value> {}

export function tableOf<Value>(entries: readonly (readonly [string, Value])[]): Table<Value> {
  const known = new Map<string, Value>();
  for (const [word, value] of entries) {
    const key = folded(word).replace(/[.॰]$/, '');
    // The first meaning of a word counts.
    if (key !== '' && !known.has(key)) known.set(key, value);
  }
  return new Table([...known].sort(([one], [other]) => other.length - one.length));
}
