// Phrases of the word files, `half past {h}`, as small graphs that are matched against a folded text. Pure.
import { afterSpace, folded, isInWord, type FoldedText } from './text';

/** What a phrase is made of; each part knows the next one. */
export type Phrase =
  | { readonly kind: 'end' }
  | { readonly kind: 'text'; readonly text: string; readonly next: Phrase }
  /** A boundary of words, with or without a space. */
  | { readonly kind: 'gap'; readonly next: Phrase }
  /** Possibly a space, `[ ]`. */
  | { readonly kind: 'space'; readonly next: Phrase }
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
const none: readonly never[] = [];

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
    if (source.startsWith('[ ]', at)) {
      at += 3;
      return (next) => ({ kind: 'space', next });
    }
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

/** The one or two characters with which a phrase can begin; null if it can be empty. */
function beginningsOf(
  phrase: Phrase,
  beginningsOfSlot: (slot: string) => ReadonlySet<string>,
): ReadonlySet<string> | null {
  switch (phrase.kind) {
    case 'end':
      return null;
    case 'gap':
    case 'space':
      return beginningsOf(phrase.next, beginningsOfSlot);
    case 'text':
      return new Set([phrase.text]);
    case 'slot':
      return beginningsOfSlot(phrase.slot);
    case 'fork': {
      const all = phrase.branches.map((branch) => beginningsOf(branch, beginningsOfSlot));
      const known = all.filter((one) => one !== null);
      return known.length < all.length ? null : new Set(known.flatMap((one) => [...one]));
    }
  }
}

/** One of the phrases of a tree, from some place on. */
interface Branch<Meaning> {
  readonly phrase: Phrase;
  readonly meaning: Meaning;
  /** The place of the whole phrase in its list. */
  readonly order: number;
}

/** A text or the name of a slot, and what follows it. */
interface Step<Meaning> {
  readonly name: string;
  readonly next: PhraseTree<Meaning>;
}

/** How the phrases of a tree begin. */
interface Steps<Meaning> {
  readonly ends: readonly Branch<Meaning>[];
  readonly gap: PhraseTree<Meaning> | null;
  readonly space: PhraseTree<Meaning> | null;
  /** By their first characters. */
  readonly texts: ReadonlyMap<string, readonly Step<Meaning>[]>;
  readonly slots: readonly Step<Meaning>[];
}

interface Match<Meaning> {
  readonly end: number;
  readonly filled: readonly Filled[];
  readonly branch: Branch<Meaning>;
}

/** Phrases as a tree: what several of them begin with is matched once. It grows as texts need it. */
export class PhraseTree<Meaning> {
  readonly #branches: readonly Branch<Meaning>[];
  #steps: Steps<Meaning> | null = null;

  private constructor(branches: readonly Branch<Meaning>[]) {
    this.#branches = branches;
  }

  static of<Meaning>(list: PhraseList<Meaning>): PhraseTree<Meaning> {
    return new PhraseTree(list.map(([phrase, meaning], order) => ({ phrase, meaning, order })));
  }

  /** The characters with which they can begin, one or two for each of them. */
  beginnings(ofSlot: (slot: string) => ReadonlySet<string>): readonly string[] {
    return this.#branches.flatMap(({ phrase }) => [...(beginningsOf(phrase, ofSlot) ?? [])]);
  }

  /** Calls `onMatch` with every end of each phrase, in their order, and with what fills its slots there. */
  match(
    typed: FoldedText,
    start: number,
    slots: SlotMatcher,
    onMatch: (end: number, filled: readonly Filled[], meaning: Meaning) => void,
  ) {
    const matches: Match<Meaning>[] = [];
    this.#visit(typed, start, slots, [], matches);
    if (matches.length > 1) matches.sort((one, other) => one.branch.order - other.branch.order);
    for (const { end, filled, branch } of matches) onMatch(end, filled, branch.meaning);
  }

  #visit(
    typed: FoldedText,
    position: number,
    slots: SlotMatcher,
    filled: readonly Filled[],
    matches: Match<Meaning>[],
  ) {
    this.#steps ??= stepsOf(this.#branches, (branches) => new PhraseTree(branches));
    const { ends, gap, space, texts, slots: slotsOf } = this.#steps;
    const after = afterSpace(typed.text, position);
    if (gap !== null && !isInWord(typed, position))
      gap.#visit(typed, after, slots, filled, matches);
    if (space !== null) {
      if (after > position) space.#visit(typed, after, slots, filled, matches);
      space.#visit(typed, position, slots, filled, matches);
    }
    for (const { name, next } of texts.get(typed.text[position] ?? '') ?? none) {
      if (typed.text.startsWith(name, position))
        next.#visit(typed, position + name.length, slots, filled, matches);
    }
    for (const { name, next } of slotsOf) {
      for (const { end, value, isWeakStart, isWeakEnd } of slots(name, position)) {
        const one = { slot: name, start: position, end, value, isWeakStart, isWeakEnd };
        next.#visit(typed, end, slots, [...filled, one], matches);
      }
    }
    // The longer one first, as in `[for ]{length}`.
    for (const branch of ends) matches.push({ end: position, filled, branch });
  }
}

function stepsOf<Meaning>(
  branches: readonly Branch<Meaning>[],
  treeOf: (branches: readonly Branch<Meaning>[]) => PhraseTree<Meaning>,
): Steps<Meaning> {
  const ends: Branch<Meaning>[] = [];
  const gaps: Branch<Meaning>[] = [];
  const spaces: Branch<Meaning>[] = [];
  const byText = new Map<string, Branch<Meaning>[]>();
  const bySlot = new Map<string, Branch<Meaning>[]>();
  const add = (branch: Branch<Meaning>, phrase: Phrase) => {
    switch (phrase.kind) {
      case 'end':
        ends.push(branch);
        return;
      case 'gap':
        gaps.push({ ...branch, phrase: phrase.next });
        return;
      case 'space':
        spaces.push({ ...branch, phrase: phrase.next });
        return;
      case 'text':
        addTo(byText, phrase.text, { ...branch, phrase: phrase.next });
        return;
      case 'slot':
        addTo(bySlot, phrase.slot, { ...branch, phrase: phrase.next });
        return;
      case 'fork':
        for (const one of phrase.branches) add(branch, one);
    }
  };
  for (const branch of branches) add(branch, branch.phrase);
  const texts = new Map<string, Step<Meaning>[]>();
  for (const [name, next] of byText) addTo(texts, name.slice(0, 1), { name, next: treeOf(next) });
  return {
    ends,
    gap: gaps.length === 0 ? null : treeOf(gaps),
    space: spaces.length === 0 ? null : treeOf(spaces),
    texts,
    slots: Array.from(bySlot, ([name, next]) => ({ name, next: treeOf(next) })),
  };
}

export function addTo<Key, Value>(all: Map<Key, Value[]>, key: Key, value: Value) {
  const list = all.get(key);
  if (list === undefined) all.set(key, [value]);
  else list.push(value);
}
