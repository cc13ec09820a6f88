// Numbers that are left beside a time and may belong to it, and the words that join them to it: `10 to 12`, `8 no 9`. Pure.
import type { Part, When } from './candidates';
import type { Edges } from './edges';
import type { TextSlots } from './slots';
import {
  afterMarks,
  isBeforeDigit,
  isBehindDigit,
  isInPhrase,
  type FoldedText,
  type Span,
} from './text';

export class Numbers {
  readonly #typed: FoldedText;
  readonly #own: TextSlots | undefined;
  readonly #edges: Edges;

  constructor(typed: FoldedText, own: TextSlots | undefined, edges: Edges) {
    this.#typed = typed;
    this.#own = own;
    this.#edges = edges;
  }

  /** In a span that is left, beside what was understood. */
  find(span: Span, when: When, parts: readonly Part[]): readonly Span[] {
    return [
      ...this.#beside(span, when),
      ...this.#behind(span, parts),
      ...this.#before(span, parts),
    ];
  }

  /** Where `and`, `or`, `to` and the like begin that may stand between two numbers. */
  #jointsAt(position: number): readonly Span[] {
    const own = this.#own;
    if (own === undefined) return [];
    if (isInPhrase(this.#typed, position) || isBehindDigit(this.#typed, position)) return [];
    const { or, and, to } = own.vocabulary;
    return [or, and, to]
      .flatMap((table) => own.words(table, position))
      .filter(({ end }) => !isBeforeDigit(this.#typed, end))
      .map(({ end }) => ({ start: position, end }));
  }

  /** `10 to 12`: another number is joined to a time. */
  #behind(span: Span, parts: readonly Part[]): readonly Span[] {
    const { text } = this.#typed;
    const start = afterMarks(text, span.start);
    if (!parts.some((part) => afterMarks(text, part.end) === start)) return [];
    // `5 min timer sorry 15`.
    const inner = afterMarks(text, this.#edges.withoutSmall(span).start);
    const number = this.#numberBehindJoints(start) ?? this.#numberBehindJoints(inner);
    return number !== null && number.end <= span.end ? [number] : [];
  }

  /** `no, sorry, 12`. */
  #numberBehindJoints(position: number): Span | null {
    for (const { end } of this.#jointsAt(position)) {
      const start = afterMarks(this.#typed.text, end);
      const [number] = this.#own?.at('n0', start) ?? [];
      const found = number ? { start, end: number.end } : this.#numberBehindJoints(start);
      if (found !== null) return found;
    }
    return null;
  }

  /** `8 or 9 min`, `8 no 9 min`; and what an Arabic `and` joins to a time without a space. */
  #before(span: Span, parts: readonly Part[]): readonly Span[] {
    const { text, classes } = this.#typed;
    const next = parts.find(
      ({ start }) => start >= span.end && /^[ ,;.…-]*$/.test(text.slice(span.end, start)),
    );
    if (next === undefined) return [];
    for (let at = span.start + 1; at < span.end; at++) {
      if (!this.#areJoints(at, span.end)) continue;
      const before = this.#edges.trimmed({ start: span.start, end: at });
      const word = {
        ...before,
        start: Math.max(before.start, text.lastIndexOf(' ', before.end - 1) + 1),
      };
      const isNumber = classes[before.end - 1] === 'digit' || this.#isInWords(word);
      const isAttached = next.start === span.end && before.end < at;
      if (isNumber || isAttached) return [word];
    }
    return [];
  }

  /** `no`, `no,`, `no, sorry` up to a time. */
  #areJoints(start: number, last: number): boolean {
    return this.#jointsAt(start).some(({ end }) => {
      const next = afterMarks(this.#typed.text, end);
      return next >= last || this.#areJoints(next, last);
    });
  }

  /** `7 30` could be a time with a forgotten colon, and so could a name of digits. */
  #beside(span: Span, when: When): readonly Span[] {
    const { text } = this.#typed;
    const inner = this.#edges.withoutSmall(span);
    const written = text.slice(inner.start, inner.end);
    if (/^[\d .,:/-]*\d[\d .,:/-]*$/.test(written) || this.#isInWords(inner)) return [span];
    const isHour =
      when.kind === 'time' && /(?<![\d:.])\d{1,2}$/.test(text.slice(when.start, when.end));
    if (!when.isNumber && !isHour) return [];
    const first = /^\d+(?![\p{L}\d])/u.exec(written);
    if (
      inner.start >= when.end &&
      first !== null &&
      (when.isNumber || (first[0].length === 2 && Number(first[0]) < 60)) &&
      this.#edges.isSmall({ start: when.end, end: inner.start })
    ) {
      return [{ start: inner.start, end: inner.start + first[0].length }];
    }
    if (!when.isNumber) return [];
    const last = /(?<![\p{L}\d])\d+$/u.exec(written);
    if (
      inner.end <= when.start &&
      last !== null &&
      this.#edges.isSmall({ start: inner.end, end: when.start })
    ) {
      return [{ start: inner.end - last[0].length, end: inner.end }];
    }
    return [];
  }

  #isInWords(span: Span): boolean {
    return this.#own?.isNumberInWords(span) === true;
  }
}
