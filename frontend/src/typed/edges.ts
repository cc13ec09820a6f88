// The edges of what is left of a text: without marks, small words and what is said to a device; and a name in quotation marks,
// which is hidden while the rest is read. Pure.
import { isSlipOfLetter, slipOf } from './misspelled';
import type { TextSlots } from './slots';
import type { Table } from './table';
import {
  isBeforeDigit,
  isBehindDigit,
  isBetweenCjk,
  isInPhrase,
  type FoldedText,
  type Span,
} from './text';

export class Edges {
  readonly #typed: FoldedText;
  readonly #own: TextSlots | undefined;
  /** Whether words are small ones with a slip of the finger. */
  readonly #slips = new Map<string, boolean>();
  /** By their positions, each of which is asked for with many times and days. */
  readonly #inner = { small: new Map<number, Span>(), orders: new Map<number, Span>() };

  constructor(typed: FoldedText, own: TextSlots | undefined) {
    this.#typed = typed;
    this.#own = own;
  }

  /** Without spaces and marks at its edges. */
  trimmed({ start, end }: Span): Span {
    const { text } = this.#typed;
    let [from, to] = [start, end];
    while (
      from < to &&
      /[ ,;.:·・|/()。~→–-]/.test(text[from] ?? '') &&
      !/[(]/.test(text[from] ?? '')
    )
      from++;
    while (to > from && /[ ,;:·・|/(。~→–-]/.test(text[to - 1] ?? '')) to--;
    return { start: from, end: to };
  }

  isSmall(span: Span): boolean {
    const { start, end } = this.withoutSmall(this.trimmed(span));
    return start >= end;
  }

  /** Without the small words of the language at its edges. */
  withoutSmall(span: Span, which: 'small' | 'orders' = 'small'): Span {
    const key = span.start * this.#typed.places.length + span.end;
    const known = this.#inner[which].get(key) ?? this.#findInner(span, which);
    this.#inner[which].set(key, known);
    return known;
  }

  #findInner(span: Span, which: 'small' | 'orders'): Span {
    let { start, end } = span;
    const own = this.#own;
    if (own === undefined) return span;
    for (;;) {
      const [word] = own.words(own.vocabulary[which], start).filter(
        (found) =>
          found.end <= end &&
          !this.#goesOn(found.end) &&
          (found.end === end || !this.isWordOf(own.vocabulary.verbs, start, found.end)) &&
          // Turkish `dede`.
          !this.isWordOf(own.vocabulary.notTimes, start, found.end) &&
          !isInPhrase(this.#typed, found.end) &&
          !isBeforeDigit(this.#typed, found.end) &&
          (found.end === end ||
            !isBetweenCjk(this.#typed, found.end) ||
            this.#isOrder({ start, end: found.end })),
      );
      if (word !== undefined && this.#isOfName(start, word.end)) break;
      const last = word?.end ?? this.#endOfSlip({ start, end });
      if (last === undefined) break;
      start = this.trimmed({ start: last, end }).start;
    }
    for (let at = end - 1; at >= start; at--) {
      if (isInPhrase(this.#typed, at) || isBehindDigit(this.#typed, at)) continue;
      const isPartOfWord =
        at > start &&
        isBetweenCjk(this.#typed, at) &&
        !this.#isOrder({ start: at, end }) &&
        !this.#isParticle(at);
      if (isPartOfWord) continue;
      // German `Spülmaschine an`: nothing follows to which it could belong.
      const isLast = end === this.#typed.text.length && this.isWordOf(own.vocabulary.on, at, end);
      if (isLast && at > start) break;
      const isSmall =
        own.words(own.vocabulary[which], at).some((found) => found.end === end) &&
        // 茹で.
        ![at, at - 1].some(
          (from) => from >= start && this.isWordOf(own.vocabulary.notTimes, from, end),
        ) &&
        (at === start || !this.isWordOf(own.vocabulary.verbs, at, end));
      if (isSmall || this.#isSlip({ start: at, end })) {
        ({ end } = this.trimmed({ start, end: at }));
        at = end;
      }
    }
    return { start, end: Math.max(start, end) };
  }

  /** Of one or two words with a slip at the beginning of a span: `tmier 5 min`. */
  #endOfSlip({ start, end }: Span): number | undefined {
    const text = this.#typed.text.slice(start, end);
    const [two = '', one = ''] = /^(\p{L}+)(?: \p{L}+)?(?!\p{L})/u.exec(text) ?? [];
    return [two, one]
      .map((words) => start + words.length)
      .find((last) => this.#isSlip({ start, end: last }));
  }

  /** Whether one or two words are probably a small word of the language. */
  #isSlip({ start, end }: Span): boolean {
    const own = this.#own;
    const words = this.#typed.text.slice(start, end);
    if (own === undefined || !/^\p{L}{2,}(?: \p{L}+)?$/u.test(words)) return false;
    let known = this.#slips.get(words);
    if (known === undefined) {
      const { spelled, longSmall, notTimes } = own.vocabulary;
      known =
        longSmall.get(words.slice(0, 1))?.some((word) => isSlipOfLetter(words, word)) === true &&
        !spelled.known.has(words) &&
        !slipOf(words, spelled).isSure &&
        !this.isWordOf(notTimes, start, end);
      this.#slips.set(words, known);
    }
    return known;
  }

  /** `к врачу`: a preposition at the beginning of a name. */
  #isOfName(start: number, end: number): boolean {
    const own = this.#own;
    return (
      own !== undefined &&
      this.isWordOf(own.vocabulary.prepositions, start, end) &&
      /^ \p{L}/u.test(this.#typed.text.slice(end))
    );
  }

  isWordOf(table: Table<true>, start: number, end: number): boolean {
    return table.has(this.#typed.text.slice(start, end));
  }

  /** An order, `提醒我`, is not a part of another word, as a particle may be. */
  #isOrder({ start, end }: Span): boolean {
    const own = this.#own;
    return own?.words(own.vocabulary.orders, start).some((found) => found.end === end) === true;
  }

  /** 起こしてくれる is one verb. */
  #goesOn(position: number): boolean {
    return /^\p{Script=Hiragana}{2}/u.test(this.#typed.text.slice(position - 1));
  }

  /** Whether hiragana begins behind another script: the particle of `紅茶に`. */
  #isParticle(position: number): boolean {
    const { text } = this.#typed;
    return /^[^\p{Script=Hiragana}]\p{Script=Hiragana}/u.test(text.slice(position - 1));
  }
}

/** Words in quotation marks are a name. */
export function quotedIn(text: string): Span | null {
  const found = /["“”„«「『]([^"“”„«»「」『』]+)["”“»」』]/.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}

/** Stands for a name in quotation marks while the rest is read. */
const hidden = '\u{e000}';
export const hiddenName = /["“”„«「『][^"“”„«»「」『』]+["”“»」』]/;

export function without(folded: FoldedText, { start, end }: Span): FoldedText {
  const length = end - start;
  return {
    ...folded,
    text: folded.text.slice(0, start) + hidden.repeat(length) + folded.text.slice(end),
    classes: folded.classes.map((one, at) => (at >= start && at < end ? 'other' : one)),
  };
}
