// The words of a vocabulary, and what fills the slots of its phrases, by the characters with which they begin, so that little
// is tried at a position. Filled as it is asked for, once for each vocabulary.
import { addTo, type PhraseTree } from './phrase';
import { Table } from './table';
import { fractions, type SlotName } from './values';
import type { Vocabulary } from './vocabulary';

const known = new WeakMap<Vocabulary, Beginnings>();

export function beginningsIn(vocabulary: Vocabulary): Beginnings {
  const found = known.get(vocabulary) ?? new Beginnings(vocabulary);
  known.set(vocabulary, found);
  return found;
}

/** Of a word or phrase, in characters; shorter ones are known by all of theirs. */
const longest = 3;

const digitCharacters = Array.from('0123456789');

/** A word, and what it means in each table that has it. */
interface KnownWord {
  readonly word: string;
  readonly meanings: { readonly table: Table<unknown>; readonly value: unknown }[];
}

/** What fills a slot, or phrases. */
type Filling = SlotName | PhraseTree<unknown>;

/** What can begin with some characters. */
export interface Beginning {
  /** The longest first. */
  readonly words: readonly KnownWord[];
  readonly isOf: (filling: Filling) => boolean;
}

export class Beginnings {
  readonly #known = new Map<string, Beginning>();
  readonly #fillings = new Map<Filling, ReadonlySet<string>>();
  readonly #words = new Map<string, KnownWord[]>();

  constructor(readonly vocabulary: Vocabulary) {
    const words = new Map<string, KnownWord>();
    for (const table of Object.values(vocabulary) as unknown[]) {
      if (!(table instanceof Table)) continue;
      for (const [word, value] of table as Table<unknown>) {
        const one = words.get(word) ?? { word, meanings: [] };
        one.meanings.push({ table, value });
        words.set(word, one);
      }
    }
    for (const one of words.values()) addTo(this.#words, one.word.slice(0, longest), one);
  }

  at(text: string, position: number): Beginning {
    const characters = text.slice(position, position + longest);
    const beginning = this.#known.get(characters) ?? this.#find(characters);
    this.#known.set(characters, beginning);
    return beginning;
  }

  #find(characters: string): Beginning {
    const keys = Array.from(characters, (_, last) => characters.slice(0, last + 1));
    const answers = new Map<Filling, boolean>();
    return {
      words: keys
        .flatMap((key) => this.#words.get(key) ?? [])
        .toSorted((one, other) => other.word.length - one.word.length),
      isOf: (filling) => {
        let answer = answers.get(filling);
        if (answer === undefined) {
          answer = keys.some((key) => this.#of(filling).has(key));
          answers.set(filling, answer);
        }
        return answer;
      },
    };
  }

  #of(filling: Filling): ReadonlySet<string> {
    let found = this.#fillings.get(filling);
    if (found === undefined) {
      const all = typeof filling === 'string' ? this.#findOfSlot(filling) : this.#any(filling);
      found = new Set(all.map((word) => word.slice(0, longest)));
      this.#fillings.set(filling, found);
    }
    return found;
  }

  #any(phrases: PhraseTree<unknown>): readonly string[] {
    return phrases.beginnings((slot) => this.#of(slot as SlotName));
  }

  #findOfSlot(slot: SlotName): readonly string[] {
    const { vocabulary } = this;
    const counts = () => [
      ...digitCharacters,
      ...Object.keys(fractions),
      ...vocabulary.numbers.keys(),
      ...this.#any(vocabulary.amounts),
    ];
    switch (slot) {
      case 'h':
        return [...digitCharacters, ...vocabulary.hours.keys()];
      case 'm':
      case 'mm':
      case 'mw':
      case 'mh':
      case 'd':
      case 'mo':
      case 'year':
        return [...digitCharacters, ...vocabulary.numbers.keys()];
      case 'n0':
        return [...digitCharacters, ...Object.keys(fractions), ...vocabulary.numbers.keys()];
      case 'moment':
        return [...vocabulary.moments.keys()];
      case 'n':
        return counts();
      case 'length':
        return [...counts(), ...vocabulary.wholeLengths.keys()];
      case 'day':
        return [...vocabulary.days.keys()];
      case 'anyDay':
      case 'days':
        return [...vocabulary.days.keys(), ...vocabulary.shortestDays.keys()];
      case 'month':
        return [...vocabulary.months.keys()];
      case 'nth':
        return [...vocabulary.nth.keys()];
      case 'unit':
        return [...vocabulary.units.keys()];
      case 'date':
      case 'from':
      case 'until':
        return [
          ...digitCharacters,
          ...vocabulary.days.keys(),
          ...vocabulary.shortestDays.keys(),
          ...this.#any(vocabulary.dates),
        ];
      case 'part':
        return [
          ...vocabulary.halves.keys(),
          ...vocabulary.parts.keys(),
          ...vocabulary.partsBehind.keys(),
          ...vocabulary.partsOfDays.keys(),
        ];
      case 'at':
        return [...vocabulary.at.keys()];
      case 'of':
        return [...vocabulary.of.keys()];
      case 'on':
        return [...vocabulary.on.keys()];
      case 'dates':
        return [...vocabulary.monthItems.keys()];
      case 'clock':
        return [
          ...digitCharacters,
          ...vocabulary.numbers.keys(),
          ...vocabulary.moments.keys(),
          ...this.#any(vocabulary.clocks),
        ];
      case 'half':
        return [...vocabulary.halves.keys()];
      case 'lead':
      case 'tail':
        return [
          ...vocabulary.halves.keys(),
          ...vocabulary.parts.keys(),
          ...vocabulary.partsBehind.keys(),
        ];
    }
  }
}
