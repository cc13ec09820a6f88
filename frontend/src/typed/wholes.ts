// Whether what was found is whole, or a part of another word or number, in scripts without spaces between words: 日曜 of
// 日曜会, 半 of 半額, 三 of 三年. Pure.
import { part, type Part, type When, type Which } from './candidates';
import type { TextSlots } from './slots';
import { afterSpace, isBetweenCjk, isInPhrase, type FoldedText, type Span } from './text';

export class Wholes {
  readonly #typed: FoldedText;
  readonly #slots: readonly TextSlots[];
  #names: readonly Part[] | null = null;

  constructor(typed: FoldedText, slots: readonly TextSlots[]) {
    this.#typed = typed;
    this.#slots = slots;
  }

  /** Words that only look like a time. */
  get names(): readonly Part[] {
    this.#names ??= Array.from({ length: this.#typed.text.length }, (_, at) => at)
      .filter((at) => !isInPhrase(this.#typed, at))
      .flatMap((at) =>
        this.#slots.flatMap((slots) =>
          slots
            .words(slots.vocabulary.notTimes, at)
            .map((word) => part(slots, at, word, word, word.end)),
        ),
      )
      .filter(({ end }) => !isInPhrase(this.#typed, end));
    return this.#names;
  }

  /** A single character of Chinese or Japanese may be part of a word, unless the other part is next to it. */
  isWhole(one: Part | When | Which, other: Part | null): boolean {
    const { text, classes } = this.#typed;
    const { start, end } = one;
    const isEndOfWord = other?.start !== end && isBetweenCjk(this.#typed, end);
    const isStart = one.isWeakStart && other?.end !== start && isBetweenCjk(this.#typed, start);
    const isEnd = one.isWeakEnd && isEndOfWord;
    // `20時 半額`, `1号线`.
    const isDivided = start < end - 1 && text[end - 2] === ' ' && isEndOfWord;
    // Korean `7수`.
    const isSyllable =
      end - start === 1 && classes[start] === 'hangul' && classes[start - 1] === 'digit';
    // `8点一起`: a single number behind a mark rather begins a word.
    const isOneNumber =
      end - start > 2 && isEndOfWord && this.#isNumber(end - 1) && !this.#isNumber(end - 2);
    const isInNumber = other?.end !== start && this.#slots.some((slots) => slots.isInNumber(start));
    const isPart = isStart || isEnd || isDivided || isSyllable || isOneNumber || isInNumber;
    return !isPart && !this.#isInName(one);
  }

  #isNumber(at: number): boolean {
    const [own] = this.#slots;
    return own?.words(own.vocabulary.numbers, at).some(({ end }) => end === at + 1) === true;
  }

  /** 日曜 of 日曜会, 七 of 七五三; 半 of 半額 is the end of a time, too. */
  #isInName(one: Part | When | Which): boolean {
    if (!('kind' in one) || !['cjk', 'hangul'].includes(this.#typed.classes[one.end - 1] ?? ''))
      return false;
    const isDay = one.kind === 'day' || one.kind === 'rhythm';
    return this.names.some(({ start, end }) => {
      if (end <= one.start || start >= one.end) return false;
      if (isDay && (start <= one.start ? end >= one.end : end > one.end)) return true;
      return !isDay && start < one.end - 1 && end > one.end;
    });
  }

  /** 額 of 7時半額, if 7時 is a time, too. */
  dividedName(when: When, parts: readonly Part[]): readonly Span[] {
    const isDivided = (start: number) =>
      this.#typed.classes[start - 1] !== 'digit' &&
      parts.some((other) => other.start === when.start && other.end === start);
    return this.names.flatMap(({ start, end }) =>
      start === when.end - 1 && end > when.end && isDivided(start)
        ? [{ start: when.end, end }]
        : [],
    );
  }

  /** `21時 明日の準備`: a day behind the time that belongs to a name. */
  dayOfName(when: When, which: Which | null): readonly Span[] {
    const [own] = this.#slots;
    if (which === null || which.start < when.end || own === undefined) return [];
    const { text, classes } = this.#typed;
    const ends = [which.end - 1, afterSpace(text, which.end)];
    const isJoined = ends.some((at) =>
      own
        .words(own.vocabulary.of, at)
        .some(({ end }) => classes[at] === 'cjk' && classes[end] === 'cjk'),
    );
    // `19点 二号会议室`.
    const isNumbered = which.meaning === 'day of month' && isBetweenCjk(this.#typed, which.end);
    return isJoined || isNumbered ? [which] : [];
  }
}
