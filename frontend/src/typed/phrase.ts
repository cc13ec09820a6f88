// Phrases of the word files, `half past {h}`, as small graphs that are matched against a folded text. Pure.
import { afterSpace, folded, isInWord, type FoldedText } from './text';

/** What a phrase is made of; each part knows the next one. */
export type Phrase =
  | { readonly kind: 'end' }
  | { readonly kind: 'text'; readonly text: string; readonly next: Phrase }
  /** A boundary of words, with or without a space. */
  | { readonly kind: 'gap'; readonly next: Phrase }
  | { readonly kind: 'slot'; readonly slot: string; readonly next: Phrase }
  | { readonly kind: 'fork'; readonly branches: readonly Phrase[] };

/** Phrases with what they mean. */
export type PhraseList<Meaning> = readonly (readonly [Phrase, Meaning])[];

/** Something that fills a slot at a position. */
export interface Found<Value = unknown> {
  readonly end: number;
  readonly value: Value;
  /** Whether a single Chinese or Japanese character is at its beginning or end, which may be part of another word. */
  readonly isWeakStart?: boolean;
  readonly isWeakEnd?: boolean;
}

export interface Filled extends Found {
  readonly slot: string;
  readonly start: number;
}

type SlotMatcher = (slot: string, position: number) => readonly Found[];

const end: Phrase = { kind: 'end' };

export function phraseOf(source: string): Phrase {
  let at = 0;

  /** Branches up to a closing bracket or the end, as functions of what follows them. */
  function branches(): ((next: Phrase) => Phrase)[] {
    const all = [sequence()];
    while (source[at] === '|') {
      at++;
      all.push(sequence());
    }
    return all;
  }

  function sequence(): (next: Phrase) => Phrase {
    const parts: ((next: Phrase) => Phrase)[] = [];
    while (at < source.length && !'|)]'.includes(source[at] ?? '')) parts.push(part());
    return (next) => parts.reduceRight((rest, one) => one(rest), next);
  }

  function part(): (next: Phrase) => Phrase {
    const character = source[at] ?? '';
    if (character === '(' || character === '[') {
      at++;
      const all = branches();
      at++;
      return (next) => ({
        kind: 'fork',
        branches: [...all.map((one) => one(next)), ...(character === '[' ? [next] : [])],
      });
    }
    if (character === '{') {
      const close = source.indexOf('}', at);
      const slot = source.slice(at + 1, close);
      at = close + 1;
      return (next) => ({ kind: 'slot', slot, next });
    }
    if (character === ' ') {
      at++;
      return (next) => ({ kind: 'gap', next });
    }
    const [word = character] = /^[^{}()[\]| ]+/.exec(source.slice(at)) ?? [];
    at += word.length;
    const text = folded(word);
    return (next) => ({ kind: 'text', text, next });
  }

  const all = branches();
  return all.length === 1
    ? (all[0]?.(end) ?? end)
    : { kind: 'fork', branches: all.map((one) => one(end)) };
}

/** The characters with which a phrase can begin; null if it can be empty. */
export function beginningsOf(
  phrase: Phrase,
  beginningsOfSlot: (slot: string) => ReadonlySet<string>,
): ReadonlySet<string> | null {
  switch (phrase.kind) {
    case 'end':
      return null;
    case 'gap':
      return beginningsOf(phrase.next, beginningsOfSlot);
    case 'text':
      return new Set([phrase.text[0] ?? '']);
    case 'slot':
      return beginningsOfSlot(phrase.slot);
    case 'fork': {
      const all = phrase.branches.map((branch) => beginningsOf(branch, beginningsOfSlot));
      const known = all.filter((one) => one !== null);
      return known.length < all.length ? null : new Set(known.flatMap((one) => [...one]));
    }
  }
}

/** Calls `onMatch` with every position at which the phrase can end, and what fills its slots there; that is changed after the call. */
export function matchPhrase(
  phrase: Phrase,
  typed: FoldedText,
  start: number,
  slots: SlotMatcher,
  onMatch: (end: number, filled: readonly Filled[]) => void,
): void {
  const filled: Filled[] = [];

  function match(node: Phrase, position: number): void {
    switch (node.kind) {
      case 'end':
        onMatch(position, filled);
        return;
      case 'text':
        if (typed.text.startsWith(node.text, position))
          match(node.next, position + node.text.length);
        return;
      case 'gap':
        if (!isInWord(typed, position)) match(node.next, afterSpace(typed.text, position));
        return;
      case 'slot':
        for (const found of slots(node.slot, position)) {
          const { end, value, isWeakStart, isWeakEnd } = found;
          filled.push({ slot: node.slot, start: position, end, value, isWeakStart, isWeakEnd });
          match(node.next, found.end);
          filled.pop();
        }
        return;
      case 'fork':
        for (const branch of node.branches) match(branch, position);
    }
  }

  match(phrase, start);
}
