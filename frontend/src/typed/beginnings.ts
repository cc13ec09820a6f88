// With which characters the phrases of a vocabulary can begin, so that few of them are tried at a position. Filled as they
// are asked for, once for each vocabulary.
import { beginningsOf, type Phrase, type PhraseList } from './phrase';
import { fractions, type SlotName } from './values';
import type { Vocabulary } from './vocabulary';

type AnyList = PhraseList<unknown>;

const known = new WeakMap<Vocabulary, Beginnings>();

export function beginningsIn(vocabulary: Vocabulary): Beginnings {
  const found = known.get(vocabulary) ?? new Beginnings(vocabulary);
  known.set(vocabulary, found);
  return found;
}

const digitCharacters = Array.from('0123456789');

class Beginnings {
  readonly #known = new Map<Phrase, ReadonlySet<string> | null>();
  readonly #slots = new Map<SlotName, ReadonlySet<string>>();
  readonly #lists = new Map<AnyList, Map<string, AnyList>>();

  constructor(readonly vocabulary: Vocabulary) {}

  /** The phrases of a list that can begin with a character, in their order. */
  at<Meaning>(list: PhraseList<Meaning>, character: string): PhraseList<Meaning> {
    let characters = this.#lists.get(list);
    if (characters === undefined) {
      characters = new Map();
      this.#lists.set(list, characters);
    }
    const known = characters.get(character);
    if (known !== undefined) return known as PhraseList<Meaning>;
    const found = list.filter(([phrase]) => this.#of(phrase)?.has(character) ?? true);
    characters.set(character, found);
    return found;
  }

  /** Null if it can begin with any. */
  #of(phrase: Phrase): ReadonlySet<string> | null {
    let known = this.#known.get(phrase);
    if (known === undefined) {
      known = beginningsOf(phrase, (slot) => this.ofSlot(slot as SlotName));
      this.#known.set(phrase, known);
    }
    return known;
  }

  /** The characters with which what fills a slot can begin. */
  ofSlot(slot: SlotName): ReadonlySet<string> {
    let known = this.#slots.get(slot);
    if (known === undefined) {
      known = new Set(this.#findOfSlot(slot));
      this.#slots.set(slot, known);
    }
    return known;
  }

  #findOfSlot(slot: SlotName): readonly string[] {
    const { vocabulary } = this;
    const any = (phrases: AnyList) => phrases.flatMap(([phrase]) => [...(this.#of(phrase) ?? [])]);
    const counts = () => [
      ...digitCharacters,
      ...Object.keys(fractions),
      ...vocabulary.numbers.firsts,
      ...any(vocabulary.amounts),
    ];
    switch (slot) {
      case 'h':
        return [...digitCharacters, ...vocabulary.hours.firsts];
      case 'm':
      case 'mm':
      case 'mw':
      case 'mh':
      case 'd':
      case 'mo':
      case 'year':
        return [...digitCharacters, ...vocabulary.numbers.firsts];
      case 'n0':
        return [...digitCharacters, ...Object.keys(fractions), ...vocabulary.numbers.firsts];
      case 'moment':
        return [...vocabulary.moments.firsts];
      case 'n':
        return counts();
      case 'length':
        return [...counts(), ...vocabulary.wholeLengths.firsts];
      case 'day':
        return [...vocabulary.days.firsts];
      case 'anyDay':
      case 'days':
        return [...vocabulary.days.firsts, ...vocabulary.shortestDays.firsts];
      case 'month':
        return [...vocabulary.months.firsts];
      case 'nth':
        return [...vocabulary.nth.firsts];
      case 'unit':
        return [...vocabulary.units.firsts];
      case 'date':
      case 'from':
      case 'until':
        return [
          ...digitCharacters,
          ...vocabulary.days.firsts,
          ...vocabulary.shortestDays.firsts,
          ...any(vocabulary.dates),
        ];
      case 'part':
        return [
          ...vocabulary.halves.firsts,
          ...vocabulary.parts.firsts,
          ...vocabulary.partsBehind.firsts,
          ...vocabulary.partsOfDays.firsts,
        ];
      case 'at':
        return [...vocabulary.at.firsts];
      case 'of':
        return [...vocabulary.of.firsts];
      case 'on':
        return [...vocabulary.on.firsts];
      case 'dates':
        return [...vocabulary.monthItems.firsts];
      case 'clock':
        return [
          ...digitCharacters,
          ...vocabulary.numbers.firsts,
          ...vocabulary.moments.firsts,
          ...any(vocabulary.clocks),
        ];
      case 'half':
        return [...vocabulary.halves.firsts];
      case 'lead':
      case 'tail':
        return [
          ...vocabulary.halves.firsts,
          ...vocabulary.parts.firsts,
          ...vocabulary.partsBehind.firsts,
        ];
    }
  }
}
