// With which characters the phrases of a vocabulary can begin, one or two, so that few of them are tried at a position.
// Filled as they are asked for, once for each vocabulary.
import type { PhraseTree } from './phrase';
import { fractions, type SlotName } from './values';
import type { Vocabulary } from './vocabulary';

const known = new WeakMap<Vocabulary, Beginnings>();

export function beginningsIn(vocabulary: Vocabulary): Beginnings {
  const found = known.get(vocabulary) ?? new Beginnings(vocabulary);
  known.set(vocabulary, found);
  return found;
}

const digitCharacters = Array.from('0123456789');

class Beginnings {
  readonly #slots = new Map<SlotName, ReadonlySet<string>>();

  constructor(readonly vocabulary: Vocabulary) {}

  /** Whether what fills a slot can begin at a position of a text. */
  mayFill(slot: SlotName, text: string, position: number): boolean {
    return isBeginning(this.#ofSlot(slot), text, position);
  }

  #ofSlot(slot: SlotName): ReadonlySet<string> {
    let known = this.#slots.get(slot);
    if (known === undefined) {
      known = new Set(this.#findOfSlot(slot));
      this.#slots.set(slot, known);
    }
    return known;
  }

  #findOfSlot(slot: SlotName): readonly string[] {
    const { vocabulary } = this;
    const any = (phrases: PhraseTree<unknown>) =>
      phrases.beginnings((one) => this.#ofSlot(one as SlotName));
    const counts = () => [
      ...digitCharacters,
      ...Object.keys(fractions),
      ...vocabulary.numbers.words.keys(),
      ...any(vocabulary.amounts),
    ];
    switch (slot) {
      case 'h':
        return [...digitCharacters, ...vocabulary.hours.words.keys()];
      case 'm':
      case 'mm':
      case 'mw':
      case 'mh':
      case 'd':
      case 'mo':
      case 'year':
        return [...digitCharacters, ...vocabulary.numbers.words.keys()];
      case 'n0':
        return [...digitCharacters, ...Object.keys(fractions), ...vocabulary.numbers.words.keys()];
      case 'moment':
        return [...vocabulary.moments.words.keys()];
      case 'n':
        return counts();
      case 'length':
        return [...counts(), ...vocabulary.wholeLengths.words.keys()];
      case 'day':
        return [...vocabulary.days.words.keys()];
      case 'anyDay':
      case 'days':
        return [...vocabulary.days.words.keys(), ...vocabulary.shortestDays.words.keys()];
      case 'month':
        return [...vocabulary.months.words.keys()];
      case 'nth':
        return [...vocabulary.nth.words.keys()];
      case 'unit':
        return [...vocabulary.units.words.keys()];
      case 'date':
      case 'from':
      case 'until':
        return [
          ...digitCharacters,
          ...vocabulary.days.words.keys(),
          ...vocabulary.shortestDays.words.keys(),
          ...any(vocabulary.dates),
        ];
      case 'part':
        return [
          ...vocabulary.halves.words.keys(),
          ...vocabulary.parts.words.keys(),
          ...vocabulary.partsBehind.words.keys(),
          ...vocabulary.partsOfDays.words.keys(),
        ];
      case 'at':
        return [...vocabulary.at.words.keys()];
      case 'of':
        return [...vocabulary.of.words.keys()];
      case 'on':
        return [...vocabulary.on.words.keys()];
      case 'dates':
        return [...vocabulary.monthItems.words.keys()];
      case 'clock':
        return [
          ...digitCharacters,
          ...vocabulary.numbers.words.keys(),
          ...vocabulary.moments.words.keys(),
          ...any(vocabulary.clocks),
        ];
      case 'half':
        return [...vocabulary.halves.words.keys()];
      case 'lead':
      case 'tail':
        return [
          ...vocabulary.halves.words.keys(),
          ...vocabulary.parts.words.keys(),
          ...vocabulary.partsBehind.words.keys(),
        ];
    }
  }
}

function isBeginning(beginnings: ReadonlySet<string>, text: string, position: number): boolean {
  return beginnings.has(text[position] ?? '') || beginnings.has(text.slice(position, position + 2));
}
