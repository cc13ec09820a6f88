// Which words of a text are its time, its day and its name: the best cover of the text, and the words that are left over
// although they mean a time. Pure.
import {
  part,
  daysAt,
  lengthsAt,
  rhythmsAt,
  timesAt,
  timeWordsAt,
  whilesAt,
  type LengthPart,
  type LineKind,
  type Part,
  type When,
  type Which,
} from './candidates';
import { doubtsIn } from './doubts';
import { fragmentsIn } from './fragments';
import { Slips } from './slips';
import { TextSlots } from './slots';
import { wordsAt, type Table } from './table';
import {
  afterSpace,
  foldedText,
  isBehindDigit,
  isBetweenCjk,
  isInPhrase,
  typedIn,
  type FoldedText,
  type Span,
} from './text';
import type { Vocabulary } from './vocabulary';
import type { Hours } from './words';

/** A cover of a text. */
export interface Cover {
  /** All meanings of the same words, the likelier first. */
  readonly when: readonly When[];
  readonly which: readonly Which[];
  /** What is left, as it was typed. */
  readonly name: string;
  /** The words that mean a time, and are left. */
  readonly unclear: readonly Span[];
}

/** Longer texts are not read. */
const longestText = 200;

export class TextReader {
  readonly typed: FoldedText;
  readonly #slots: readonly TextSlots[];
  readonly #quoted: Span | null;
  readonly #slips: Slips;
  #namesFound: readonly Part[] | null = null;

  constructor(input: string, vocabularies: readonly Vocabulary[]) {
    const text = foldedText(input.slice(0, longestText));
    this.#quoted = quotedIn(text.text);
    this.typed = this.#quoted === null ? text : without(text, this.#quoted);
    // English on a page in another language is read only in a text that has a word of it.
    const words = this.typed.text.match(/[a-z]{2,}/g) ?? [];
    this.#slots = vocabularies
      .filter(({ ownWords }) => ownWords === null || words.some((word) => ownWords.has(word)))
      .map((vocabulary) => new TextSlots(this.typed, vocabulary));
    this.#slips = new Slips(this.typed, this.#slots[0]);
  }

  /** Null if the text contains no time. */
  cover(kind: LineKind): Cover | null {
    const whens = this.#all((slots, at) =>
      kind === 'alarm'
        ? [
            ...timesAt(slots, at),
            ...whilesAt(slots, at).filter((one) => isOfMinutes(one) && !isNoHour(slots, one)),
          ]
        : lengthsAt(slots, at),
    );
    const whiches = kind === 'alarm' ? this.#all(whichesAt) : [];
    let best: { readonly when: When; readonly which: Which | null; readonly score: number } | null =
      null;
    const scores = new Map<When | Which | null, number>([[null, 0]]);
    for (const part of [...whens, ...whiches]) scores.set(part, this.#score(part));
    for (const when of whens) {
      for (const which of [null, ...whiches]) {
        const score = (scores.get(when) ?? 0) + (scores.get(which) ?? 0);
        if (best !== null && score <= best.score) continue;
        if (which !== null && which.start < when.end && when.start < which.end) continue;
        if (which !== null && this.#isOtherWord(which) && !this.#isBesideTime(which, when))
          continue;
        // A while from now has no day: `Mon 18h` is a time.
        if (which !== null && when.kind === 'length') continue;
        if (when.isNumber && !this.#isInPlace(when, which, kind)) continue;
        if (!this.#isWhole(when, which) || (which !== null && !this.#isWhole(which, when)))
          continue;
        best = { when, which, score };
      }
    }
    if (best === null) return null;
    const { when, which } = best;
    const same = <One extends Part>(all: readonly One[], chosen: One | null) =>
      all.filter(
        ({ start, end, isForeign }) =>
          chosen !== null &&
          start === chosen.start &&
          end === chosen.end &&
          isForeign === chosen.isForeign,
      );
    const rest = this.#rest([when, ...(which === null ? [] : [which])]);
    return {
      when: same(whens, when)
        .filter((one) => !this.#isUnlikely(one, when, which))
        .toSorted((one, other) => this.#score(other) - this.#score(one)),
      which: same(whiches, which),
      name: this.#name(rest),
      unclear: this.#unclear(rest, when, which, { kind, parts: [...whens, ...whiches] }),
    };
  }

  /** Next to a likelier meaning of the same words: `1h` without a day as a time, `sept heures trente` as a while. */
  #isUnlikely(one: When, chosen: When, which: Which | null): boolean {
    return one.kind === 'time'
      ? one.clock.isRare === true && which === null && chosen.kind === 'length'
      : chosen.kind === 'time' && (one.length.isOpen === true || chosen.clock.hour > 12);
  }

  /** French `sam`, which may be Sam. */
  #isOtherWord({ start, end }: Span): boolean {
    const [own] = this.#slots;
    return own?.vocabulary.otherDays.has(this.typed.text.slice(start, end)) === true;
  }

  /** Next to its time, and not behind a name: `sam 10h marché`, and not `appeler sam 10h`. */
  #isBesideTime(which: Which, when: When): boolean {
    const isFirst = which.end <= when.start;
    const between = isFirst
      ? { start: which.end, end: when.start }
      : { start: when.end, end: which.start };
    const before = { start: 0, end: isFirst ? which.start : when.start };
    return this.#isSmall(between) && this.#isSmall(before);
  }

  /** With a capital letter in the middle of a text, next to another day or to a while, which has none. */
  #isNameOfPerson(span: Span, when: When, which: Which | null): boolean {
    if (this.#isMonthOfName(span)) return true;
    if (which === null && when.kind === 'time') return false;
    const letter = typedIn(this.typed, { start: span.start, end: span.start + 1 });
    return span.start > 0 && this.#isOtherWord(span) && letter !== letter.toLowerCase();
  }

  /** `Aunt May`, and not `May 7` or `in May`. */
  #isMonthOfName({ start, end }: Span): boolean {
    const [own] = this.#slots;
    const { text } = this.typed;
    if (own?.vocabulary.otherMonths.has(text.slice(start, end)) !== true) return false;
    const letter = typedIn(this.typed, { start, end: start + 1 });
    const before = text.slice(0, start).trimEnd();
    const word = { start: before.lastIndexOf(' ') + 1, end: before.length };
    return (
      letter !== letter.toLowerCase() &&
      /[\p{L}\p{M}]$/u.test(before) &&
      !/^ ?\d/.test(text.slice(end)) &&
      !this.#isSmall(word) &&
      !this.#isNumberInWords(word)
    );
  }

  /** Everything that begins in a span, by default anywhere. */
  #all<One extends Part>(
    partsAt: (slots: TextSlots, position: number) => readonly One[],
    span: Span = { start: 0, end: this.typed.text.length },
  ): One[] {
    const { text } = this.typed;
    const all: One[] = [];
    for (let position = span.start; position < span.end; position++) {
      if (text[position] === ' ' || isInPhrase(this.typed, position)) continue;
      for (const slots of this.#slots) {
        const parts = partsAt(slots, position);
        if (parts.length === 0) continue;
        all.push(
          ...parts
            .flatMap((part) => [part, ...this.#withEndings(part, slots)])
            .filter(({ end }) => end > position && !isInPhrase(this.typed, end)),
        );
      }
    }
    return all;
  }

  /** `7時に`, `8'de`; the particle of a Japanese word could be the beginning of the next one in the same script. */
  #withEndings<One extends Part>(part: One, { vocabulary }: TextSlots): One[] {
    const { text } = this.typed;
    return vocabulary.endings
      .filter((ending) => text.startsWith(ending, part.end))
      .filter(
        (ending) =>
          vocabulary.sureEndings.has(ending) ||
          !/\p{Script=Hiragana}/u.test(text[part.end + ending.length] ?? ''),
      )
      .map((ending) => ({ ...part, end: part.end + ending.length, isWeakEnd: false }));
  }

  /** Words that only look like a time. */
  get #names(): readonly Part[] {
    this.#namesFound ??= this.#all((slots, at) =>
      slots
        .words(slots.vocabulary.notTimes, at)
        .map((word) => part(slots, at, word, word, word.end)),
    );
    return this.#namesFound;
  }

  /** A single character of Chinese or Japanese may be part of a word, unless the other part is next to it. */
  #isWhole(part: Part | Which, other: Part | null): boolean {
    const isStart =
      part.isWeakStart && other?.end !== part.start && isBetweenCjk(this.typed, part.start);
    const isEnd = part.isWeakEnd && other?.start !== part.end && isBetweenCjk(this.typed, part.end);
    // `20時 半額`, `1号线`.
    const isDivided =
      part.start < part.end - 1 &&
      this.typed.text[part.end - 2] === ' ' &&
      isBetweenCjk(this.typed, part.end) &&
      other?.start !== part.end;
    // Korean `7수`.
    const isSyllable =
      part.end - part.start === 1 &&
      this.typed.classes[part.start] === 'hangul' &&
      this.typed.classes[part.start - 1] === 'digit';
    // `8点一起`: a single number behind a mark rather begins a word.
    const isOneNumber =
      part.end - part.start > 2 &&
      other?.start !== part.end &&
      isBetweenCjk(this.typed, part.end) &&
      this.#isNumberInWords({ start: part.end - 1, end: part.end }) &&
      !this.#isNumberInWords({ start: part.end - 2, end: part.end - 1 });
    const isInNumber =
      other?.end !== part.start && this.#slots.some((slots) => slots.isInNumber(part.start));
    return (
      !isStart &&
      !isEnd &&
      !isInNumber &&
      !isOneNumber &&
      !isDivided &&
      !isSyllable &&
      !this.#isInName(part)
    );
  }

  /** 日曜 of 日曜会, 七 of 七五三; 半 of 半額 is the end of a time, too. */
  #isInName(part: Part | When | Which): boolean {
    if (!('kind' in part) || !['cjk', 'hangul'].includes(this.typed.classes[part.end - 1] ?? ''))
      return false;
    const isDay = part.kind === 'day' || part.kind === 'rhythm';
    return this.#names.some(({ start, end }) => {
      if (end <= part.start || start >= part.end) return false;
      if (isDay && (start <= part.start ? end >= part.end : end > part.end)) return true;
      return !isDay && start < part.end - 1 && end > part.end;
    });
  }

  /** 額 of 7時半額, if 7時 is a time, too. */
  #dividedName(when: When, parts: readonly Part[]): readonly Span[] {
    return this.#names.flatMap(({ start, end }) =>
      start === when.end - 1 &&
      end > when.end &&
      parts.some(
        (other) =>
          other.start === when.start &&
          other.end === start &&
          this.typed.classes[start - 1] !== 'digit',
      )
        ? [{ start: when.end, end }]
        : [],
    );
  }

  /** A number is a time at the beginning or the end of a text, or next to its day; a timer's may also follow its name. */
  #isInPlace(when: When, which: Which | null, kind: LineKind): boolean {
    const { classes } = this.typed;
    const isJoined = ['letter', 'cjk', 'hangul'].includes(classes[when.end] ?? '');
    if (isJoined && which?.start !== when.end) return false;
    const before = which !== null && which.end <= when.start ? which : null;
    const after = which !== null && which.start >= when.end ? which : null;
    const isFirst = this.#isSmall({ start: before?.end ?? 0, end: when.start });
    const isLast = this.#isSmall({ start: when.end, end: after?.start ?? this.typed.text.length });
    const isWord = when.kind === 'time' && classes[when.end - 1] !== 'digit';
    if (isWord && which === null) return isFirst && isLast;
    if (kind === 'timer' && !isFirst) return isLast && /^\d{1,3}$/.test(typedIn(this.typed, when));
    return isFirst || isLast;
  }

  #score(part: When | Which): number {
    let covered = 0;
    for (let at = part.start; at < part.end; at++) if (this.typed.text[at] !== ' ') covered++;
    const isMarked = part.kind === 'time' || part.kind === 'length' ? !part.isNumber : false;
    // German `7 am Montag`: at seven in the morning on a 12-hour clock, and never `19 am`.
    const half =
      part.kind === 'time' && part.parts.some(isHalf) ? (part.clock.hour > 12 ? -8 : 0.2) : 0;
    const rare = part.kind === 'time' && part.clock.isRare === true ? -0.5 : 0;
    const numbered = part.kind === 'time' && this.#isNumbered(part) ? -1.5 : 0;
    return (
      covered +
      half +
      rare +
      numbered +
      (isMarked ? 2.5 : 0) -
      (part.isForeign ? 0.6 : 0) -
      part.start / 1000
    );
  }

  #rest(parts: readonly Span[]): readonly Span[] {
    const ordered = parts.toSorted((one, other) => one.start - other.start);
    const starts = [0, ...ordered.map(({ end }) => end)];
    const ends = [...ordered.map(({ start }) => start), this.typed.text.length];
    return starts
      .map((start, index) => this.#trimmed({ start, end: ends[index] ?? start }))
      .filter(({ start, end }) => end > start);
  }

  /** Without spaces and marks at its edges. */
  #trimmed({ start, end }: Span): Span {
    const { text } = this.typed;
    let [from, to] = [start, end];
    while (from < to && /[ ,;.:·・|/()–-]/.test(text[from] ?? '') && !/[(]/.test(text[from] ?? ''))
      from++;
    while (to > from && /[ ,;:·・|/–-]/.test(text[to - 1] ?? '')) to--;
    return { start: from, end: to };
  }

  #isSmall(span: Span): boolean {
    const { start, end } = this.#withoutSmall(this.#trimmed(span));
    return start >= end;
  }

  /** Without the small words of the language at its edges. */
  #withoutSmall(span: Span, which: 'small' | 'orders' = 'small'): Span {
    let { start, end } = span;
    const [own] = this.#slots;
    if (own === undefined) return span;
    for (;;) {
      const [word] = own
        .words(own.vocabulary[which], start)
        .filter(
          (found) =>
            found.end <= end &&
            !isInPhrase(this.typed, found.end) &&
            (found.end === end ||
              !isBetweenCjk(this.typed, found.end) ||
              this.#isOrder({ start, end: found.end })),
        );
      if (word === undefined) break;
      start = this.#trimmed({ start: word.end, end }).start;
    }
    for (let at = end - 1; at >= start; at--) {
      if (isInPhrase(this.typed, at) || isBehindDigit(this.typed, at)) continue;
      const isPartOfWord =
        at > start &&
        isBetweenCjk(this.typed, at) &&
        !this.#isOrder({ start: at, end }) &&
        !this.#isParticle(at);
      if (isPartOfWord) continue;
      // German `Spülmaschine an`: nothing follows to which it could belong.
      const isLast = end === this.typed.text.length && this.#isWordOf(own.vocabulary.on, at, end);
      if (isLast && at > start) break;
      if (own.words(own.vocabulary[which], at).some((found) => found.end === end)) {
        ({ end } = this.#trimmed({ start, end: at }));
        at = end;
      }
    }
    return { start, end: Math.max(start, end) };
  }

  #isWordOf(table: Table<true>, start: number, end: number): boolean {
    return wordsAt(table, this.typed.text, start).some(([word]) => start + word.length === end);
  }

  /** An order, `提醒我`, is not a part of another word, as a particle may be. */
  #isOrder({ start, end }: Span): boolean {
    const [own] = this.#slots;
    return own?.words(own.vocabulary.orders, start).some((found) => found.end === end) === true;
  }

  /** Whether hiragana begins behind another script: the particle of `紅茶に`. */
  #isParticle(position: number): boolean {
    const { text } = this.typed;
    return /^[^\p{Script=Hiragana}]\p{Script=Hiragana}/u.test(text.slice(position - 1));
  }

  #name(rest: readonly Span[]): string {
    const isOnlySmall = rest.every((span) => this.#isSmall(span));
    if (isOnlySmall) return this.#quoted === null ? '' : this.#quotedName();
    const named = rest.map((span, index) => {
      const inner = this.#withoutSmall(span);
      const order = this.#withoutSmall(span, 'orders');
      // Small words only at the edges of the whole name.
      const start = index === 0 ? inner.start : order.start;
      const end = index === rest.length - 1 ? inner.end : order.end;
      return typedIn(this.typed, { start, end: Math.max(start, end) });
    });
    return named
      .filter((text) => text !== '')
      .join(' ')
      .replace(hiddenName, () => this.#quotedName());
  }

  #quotedName(): string {
    return this.#quoted === null
      ? ''
      : this.typed.typed
          .slice(
            (this.typed.places[this.#quoted.start] ?? 0) + 1,
            (this.typed.places[this.#quoted.end] ?? 1) - 1,
          )
          .trim();
  }

  #unclear(
    rest: readonly Span[],
    when: When,
    which: Which | null,
    { kind, parts }: { readonly kind: LineKind; readonly parts: readonly (When | Which)[] },
  ): readonly Span[] {
    const found: Span[] = [];
    const isComplete = !when.isNumber;
    // Next to what was understood, a single character is a word, too: `土日祝`.
    const isWord = (word: Part) => [null, when, which].some((other) => this.#isWhole(word, other));
    const names = this.#names.filter(({ start, end }) =>
      rest.some((span) => start >= span.start && end <= span.end),
    );
    const around = {
      letters: this.#slots[0]?.vocabulary.letters ?? new Set(),
      parts: which === null ? [when] : [when, which],
      names,
      hasOther: rest.length > 1,
    };
    for (const span of rest) {
      // Days and times are no parts of a timer, and no name either.
      const all =
        kind === 'alarm'
          ? parts
          : [...parts, ...this.#all(whichesAt, span), ...this.#all(timesAt, span)];
      const inside = all.filter(
        (part) =>
          part.start >= span.start &&
          part.end <= span.end &&
          !(part.kind !== 'day' && part.kind !== 'rhythm' && part.isNumber) &&
          !(isComplete && this.#isNumbered(part)) &&
          isWord(part),
      );
      found.push(...inside, ...this.#slips.find(span, when, which, kind));
      for (let at = span.start; at < span.end; at++) {
        if (this.typed.text[at] === ' ' || isInPhrase(this.typed, at)) continue;
        for (const slots of this.#slots)
          found.push(...timeWordsAt(slots, at, span.end).filter(isWord));
      }
      found.push(
        ...this.#numbersBeside(span, when),
        ...this.#numberBehind(span, around.parts),
        ...this.#numberBefore(span, around.parts),
      );
      if (this.#slots[0] !== undefined) found.push(...doubtsIn(this.#slots[0], span, around.parts));
      // A name has a letter, a number or a picture.
      if (
        !/[\p{L}\p{N}\p{Extended_Pictographic}\u{e000}]/u.test(
          this.typed.text.slice(span.start, span.end),
        )
      )
        found.push(span);
      if (!this.#isSmall(span))
        found.push(...fragmentsIn(this.typed, this.#withoutSmall(span), around));
    }
    if (this.#isRefusal(rest)) found.push(...rest);
    const question = /[?؟] ?$/.exec(this.typed.text);
    if (question !== null) found.push({ start: question.index, end: question.index + 1 });
    const marked = parts.filter((one) => !('isNumber' in one && one.isNumber));
    return merged([
      ...found.filter(
        (span) =>
          !this.#isNameOfPerson(span, when, which) &&
          !names.some(({ start, end }) => start <= span.start && end >= span.end),
      ),
      ...this.#dividedName(when, marked),
    ]);
  }

  /** `cancel` alone is no name. */
  #isRefusal(rest: readonly Span[]): boolean {
    const [own] = this.#slots;
    const named = rest
      .map((span) => this.#withoutSmall(span))
      .filter(({ start, end }) => end > start);
    return (
      own !== undefined &&
      named.length > 0 &&
      named.every(({ start, end }) => this.#isWordOf(own.vocabulary.refusals, start, end))
    );
  }

  /** `Room 12a` next to a complete time; without one it would be midnight. */
  #isNumbered({ start, end }: Span): boolean {
    return /^\d{1,4}[ap]$/.test(this.typed.text.slice(start, end));
  }

  #isNumberInWords({ start, end }: Span): boolean {
    const [own] = this.#slots;
    return own?.words(own.vocabulary.numbers, start).some((word) => word.end === end) === true;
  }

  /** Where `and`, `or`, `to` and the like begin that may stand between two numbers. */
  #jointsAt(position: number): readonly Span[] {
    const [own] = this.#slots;
    if (own === undefined) return [];
    if (isInPhrase(this.typed, position) || isBehindDigit(this.typed, position)) return [];
    const { or, and, to } = own.vocabulary;
    return [or, and, to]
      .flatMap((table) => own.words(table, position))
      .map(({ end }) => ({ start: position, end }));
  }

  /** `10 to 12`: another number is joined to a time. */
  #numberBehind(span: Span, parts: readonly Part[]): readonly Span[] {
    const { text } = this.typed;
    if (!parts.some((part) => afterSpace(text, part.end) === span.start)) return [];
    for (const { end } of this.#jointsAt(span.start)) {
      const start = afterSpace(text, end);
      const [number] = this.#slots[0]?.at('n0', start) ?? [];
      if (number !== undefined && number.end <= span.end) return [{ start, end: number.end }];
    }
    return [];
  }

  /** `8 or 9 min`, `8 no 9 min`; and what an Arabic `and` joins to a time without a space. */
  #numberBefore(span: Span, parts: readonly Part[]): readonly Span[] {
    const { text, classes } = this.typed;
    const next = parts.find((part) => afterSpace(text, span.end) === part.start);
    if (next === undefined) return [];
    for (let at = span.start + 1; at < span.end; at++) {
      if (!this.#jointsAt(at).some(({ end }) => end === span.end)) continue;
      const before = this.#trimmed({ start: span.start, end: at });
      const word = {
        ...before,
        start: Math.max(before.start, text.lastIndexOf(' ', before.end - 1) + 1),
      };
      const isNumber = classes[before.end - 1] === 'digit' || this.#isNumberInWords(word);
      const isAttached = next.start === span.end && before.end < at;
      if (isNumber || isAttached) return [word];
    }
    return [];
  }

  /** `7 30` could be a time with a forgotten colon, and so could a name of digits. */
  #numbersBeside(span: Span, when: When): readonly Span[] {
    const { text } = this.typed;
    const inner = this.#withoutSmall(span);
    const written = text.slice(inner.start, inner.end);
    if (/^[\d .,:/-]*\d[\d .,:/-]*$/.test(written) || this.#isNumberInWords(inner)) return [span];
    const isHour =
      when.kind === 'time' && /(?<![\d:.])\d{1,2}$/.test(text.slice(when.start, when.end));
    if (!when.isNumber && !isHour) return [];
    const first = /^\d+(?![\p{L}\d])/u.exec(written);
    if (
      inner.start >= when.end &&
      first !== null &&
      (when.isNumber || (first[0].length === 2 && Number(first[0]) < 60)) &&
      this.#isSmall({ start: when.end, end: inner.start })
    ) {
      return [{ start: inner.start, end: inner.start + first[0].length }];
    }
    if (!when.isNumber) return [];
    const last = /(?<![\p{L}\d])\d+$/u.exec(written);
    if (
      inner.end <= when.start &&
      last !== null &&
      this.#isSmall({ start: inner.end, end: when.start })
    ) {
      return [{ start: inner.end - last[0].length, end: inner.end }];
    }
    return [];
  }
}

function whichesAt(slots: TextSlots, position: number): Which[] {
  return [...rhythmsAt(slots, position), ...daysAt(slots, position)];
}

/** Words in quotation marks are a name. */
function quotedIn(text: string): Span | null {
  const found = /["“”„«「『]([^"“”„«»「」『』]+)["”“»」』]/.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}

/** Stands for a name in quotation marks while the rest is read. */
const hidden = '\u{e000}';
const hiddenName = /["“”„«「『][^"“”„«»「」『』]+["”“»」』]/;

function without(folded: FoldedText, { start, end }: Span): FoldedText {
  const length = end - start;
  return {
    ...folded,
    text: folded.text.slice(0, start) + hidden.repeat(length) + folded.text.slice(end),
    classes: folded.classes.map((one, at) => (at >= start && at < end ? 'other' : one)),
  };
}

/** `25h` is no hour of a day, and hardly a while. */
function isNoHour({ typed }: TextSlots, { start, end }: LengthPart): boolean {
  return /^(?:2[4-9]|[3-9]\d)h/.test(typed.text.slice(start, end));
}

/** An alarm rings at a whole minute: Portuguese `7 seg` is Monday at seven, and no seconds. */
function isOfMinutes({ length }: LengthPart): boolean {
  return length.seconds.some((seconds) => seconds >= 60 && seconds % 60 === 0);
}

function isHalf([from, to]: Hours): boolean {
  return to - from === 11;
}

function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end + 1)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else all.push({ start, end });
  }
  return all;
}
