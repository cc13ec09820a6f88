// Which words of a text are its time, its day and its name: the best cover of the text, and the words that are left over
// although they mean a time. Pure.
import {
  daysAt,
  rhythmsAt,
  timesAt,
  timeWordsAt,
  type LineKind,
  type Part,
  type When,
  type Which,
  withException,
} from './candidates';
import { doubtsIn, limitsIn } from './doubts';
import { Edges, hiddenName, quotedIn, without } from './edges';
import { fragmentsIn } from './fragments';
import { lengthsAt, momentsAt } from './lengths';
import { isInPart, isPossibleIn } from './meaning';
import { Numbers } from './numbers';
import { isHoliday, isNumbered, Scores } from './scores';
import { Slips } from './slips';
import { TextSlots } from './slots';
import { Wholes } from './wholes';
import {
  afterSpace,
  foldedText,
  isInPhrase,
  merged,
  typedIn,
  type FoldedText,
  type Span,
} from './text';
import type { Vocabulary } from './vocabulary';

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

/** Less than any other cover. */
const contradiction = 100;

/** Longer texts are not read. */
const longestText = 200;

export class TextReader {
  readonly typed: FoldedText;
  readonly #slots: readonly TextSlots[];
  readonly #quoted: Span | null;
  readonly #slips: Slips;
  readonly #wholes: Wholes;
  readonly #edges: Edges;
  readonly #numbers: Numbers;
  readonly #scores: Scores;

  constructor(input: string, vocabularies: readonly Vocabulary[]) {
    const text = foldedText(input.slice(0, longestText));
    this.#quoted = quotedIn(text.text);
    this.typed = this.#quoted === null ? text : without(text, this.#quoted);
    // English on a page in another language is read only in a text that has a word of it. A month alone is no date, and French
    // `sept` is seven.
    const words = this.typed.text.match(/[a-z]{2,}/g) ?? [];
    const hasDigit = this.typed.classes.includes('digit');
    this.#slots = vocabularies
      .filter(
        ({ ownWords, months }) =>
          ownWords === null ||
          words.some((word) => ownWords.has(word) && (hasDigit || !months.has(word))),
      )
      .map((vocabulary) => new TextSlots(this.typed, vocabulary));
    this.#slips = new Slips(this.typed, this.#slots[0]);
    this.#edges = new Edges(this.typed, this.#slots[0]);
    this.#numbers = new Numbers(this.typed, this.#slots[0], this.#edges);
    this.#wholes = new Wholes(this.typed, this.#slots);
    this.#scores = new Scores(this.typed, this.#slots[0], this.#edges);
  }

  /** Null if the text contains no time. */
  cover(kind: LineKind, hour12 = true): Cover | null {
    const whens = this.#all((slots, at) =>
      kind === 'alarm' ? momentsAt(slots, at) : lengthsAt(slots, at),
    );
    const whiches = kind === 'alarm' ? this.#all(whichesAt) : [];
    const pairs: { readonly when: When; readonly which: Which | null; readonly score: number }[] =
      [];
    for (const when of whens) {
      for (const which of [null, ...whiches]) {
        const score = this.#scoreOf(when, which);
        if (score !== null) pairs.push({ when, which, score });
      }
    }
    const best = pairs
      .sort((one, other) => other.score - one.score)
      .find((pair) => this.#isMeant(pair.when, pair.which, kind));
    if (best === undefined) return null;
    const { when, which } = best;
    const exception = this.#exception(whiches, when, which);
    const same = <One extends Part>(all: readonly One[], chosen: One | null) =>
      all.filter(
        ({ start, end, isForeign }) =>
          chosen !== null &&
          start === chosen.start &&
          end === chosen.end &&
          isForeign === chosen.isForeign,
      );
    const found = [when, which && this.#withoutPart(which, when, hour12), exception];
    const rest = this.#rest(found.filter((part) => part !== null));
    const named = this.#wholes.partOfName(when, rest, hour12);
    return {
      when: same(whens, when)
        .filter((one) => !this.#isUnlikely(one, when, which))
        .map((one) => (one.kind === 'time' ? { ...one, named } : one))
        .toSorted((one, other) => this.#scores.of(other) - this.#scores.of(one)),
      which: same(whiches, which).flatMap((one) => {
        if (exception === null) return [one];
        return withException(one, exception) ?? withException(exception, one) ?? [];
      }),
      name: this.#name(rest),
      unclear: this.#unclear(rest, when, which, { kind, hour12, parts: [...whens, ...whiches] }),
    };
  }

  /** `22:00 every day night shift`: in front of a noun, a part of the day that the time is in anyway is of the name. */
  #withoutPart(which: Which, when: When, hour12: boolean): Span {
    const { start, end, parts } = which;
    const [hours] = parts;
    const { text, classes } = this.typed;
    const isBeforeNoun = which.start >= when.end && /^ \p{L}{2}/u.test(text.slice(end));
    if (hours === undefined || !isBeforeNoun || classes[end - 1] !== 'letter') return which;
    if (when.kind !== 'time' || !isInPart(when, null, hours, hour12)) return which;
    const part = this.#slots.flatMap((slots) =>
      Array.from({ length: end - start }, (_, index) => start + index).filter(
        (at) =>
          !isInPhrase(this.typed, at) &&
          slots.words(slots.vocabulary.partsOfDays, at).some((word) => word.end === end),
      ),
    );
    return { start, end: Math.min(end, ...part) };
  }

  /** Null if they cannot be meant together. */
  #scoreOf(when: When, which: Which | null): number | null {
    if (which !== null) {
      if (which.start < when.end && when.start < which.end) return null;
      // A while from now has no day: `Mon 18h` is a time.
      if (when.kind === 'length') return null;
    }
    const isPossible = when.kind === 'length' || !when.clock.isNumber || isPossibleIn(when, which);
    return (
      this.#scores.of(when) +
      (which === null ? 0 : this.#scores.of(which)) +
      (this.#isBesideDay(when, which) ? 0.5 : 0) -
      (isPossible ? 0 : contradiction)
    );
  }

  #isMeant(when: When, which: Which | null, kind: LineKind): boolean {
    if (when.isNumber && !this.#isInPlace(when, which, kind)) return false;
    if (which === null) return this.#wholes.isWhole(when, null);
    if (this.#isOtherWord(which) && !this.#isMeantAsDay(which, when)) return false;
    return (
      this.#isBeforeTime(which, when) &&
      this.#wholes.isWhole(when, which) &&
      this.#wholes.isWhole(which, when)
    );
  }

  /** Elsewhere in the text; the longest: `every day at 7, except Sunday`. */
  #exception(whiches: readonly Which[], when: When, which: Which | null): Which | null {
    if (which === null) return null;
    const isApart = (one: Span, other: Span) => one.end <= other.start || other.end <= one.start;
    const [longest = null] = whiches
      .filter((one) => isApart(one, when) && isApart(one, which) && this.#wholes.isWhole(one, when))
      .filter((one) => withException(which, one) ?? withException(one, which))
      .toSorted((one, other) => other.end - other.start - (one.end - one.start));
    return longest;
  }

  /** Next to a likelier meaning of the same words: `1h` without a day as a time, `sept heures trente` as a while. */
  #isUnlikely(one: When, chosen: When, which: Which | null): boolean {
    return one.kind === 'time'
      ? one.clock.isRare === true && which === null && chosen.kind === 'length'
      : chosen.kind === 'time' && (one.length.isOpen === true || chosen.clock.hour > 12);
  }

  /** French `sam`, which may be Sam, and `christmas`, which is rather a part of a name. */
  #isOtherWord({ start, end }: Span): boolean {
    const [own] = this.#slots;
    return own?.vocabulary.otherDays.has(this.typed.text.slice(start, end)) === true;
  }

  /** `christmas 9 gym`, and not `christmas dinner 19:00`. */
  #isMeantAsDay(which: Which, when: When): boolean {
    if (!isHoliday(which)) return this.#isBesideTime(which, when);
    const isFirst = which.end <= when.start;
    const before = { start: isFirst ? 0 : when.end, end: which.start };
    const after = { start: which.end, end: isFirst ? when.start : this.typed.text.length };
    return this.#edges.isSmall(before) && this.#edges.isSmall(after);
  }

  /** Next to its time, and not behind a name: `sam 10h marché`, and not `appeler sam 10h`. */
  #isBesideTime(which: Which, when: When): boolean {
    const isFirst = which.end <= when.start;
    const between = isFirst
      ? { start: which.end, end: when.start }
      : { start: when.end, end: which.start };
    const before = { start: 0, end: isFirst ? which.start : when.start };
    return this.#edges.isSmall(between) && this.#edges.isSmall(before);
  }

  /** A number behind a weekday is a day only before a time: `lunes 30 a las 8`, and not `8:00 lunes 30 huevos`. */
  #isBeforeTime(which: Which, when: When): boolean {
    if (which.kind !== 'day' || which.weekday === null || which.meaning !== 'day of month')
      return true;
    // `7pm Tuesday the 24th` says that it is one.
    if (this.typed.classes[which.end - 1] !== 'digit') return true;
    const text = this.typed.text.slice(which.end, when.start);
    return !when.isNumber && when.start >= which.end && /^,? ?$/.test(text);
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
      !this.#edges.isSmall(word) &&
      this.#slots[0]?.isNumberInWords(word) !== true
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
        for (const part of partsAt(slots, position)) {
          for (const one of this.#withEndings(part, slots))
            if (one.end > position && this.#mayEnd(one.end)) all.push(one);
        }
      }
    }
    return all;
  }

  /** Korean `8시방송`: behind a unit that follows digits a name may begin. */
  #mayEnd(position: number): boolean {
    if (!isInPhrase(this.typed, position)) return true;
    const { text } = this.typed;
    const unitEndings = this.#slots[0]?.vocabulary.words.unitEndings;
    return (
      unitEndings !== undefined &&
      /\d\p{Script=Hangul}{1,3}$/u.test(text.slice(0, position)) &&
      /^\p{Script=Hangul}{2}/u.test(text.slice(position)) &&
      this.#slots[0]?.words(this.#slots[0].vocabulary.notTimes, position - 1).length === 0 &&
      !unitEndings.some((ending) => text.startsWith(ending, position))
    );
  }

  /** `7時に`, `8'de`; the particle of a Japanese word could be the beginning of the next one in the same script. */
  #withEndings<One extends Part>(part: One, slots: TextSlots): readonly One[] {
    const { text } = this.typed;
    const endings = slots
      .endingsAt(part.end)
      .filter(
        (ending) =>
          slots.vocabulary.sureEndings.has(ending) ||
          !/\p{Script=Hiragana}/u.test(text[part.end + ending.length] ?? ''),
      );
    return [
      part,
      ...endings.map((ending) => ({ ...part, end: part.end + ending.length, isWeakEnd: false })),
    ];
  }

  /** A number is a time at the beginning or the end of a text, or next to its day; a timer's may also follow its name. */
  #isInPlace(when: When, which: Which | null, kind: LineKind): boolean {
    const { classes } = this.typed;
    const isJoined = ['letter', 'cjk', 'hangul'].includes(classes[when.end] ?? '');
    if (isJoined && which?.start !== when.end) return false;
    const before = which !== null && which.end <= when.start ? which : null;
    const after = which !== null && which.start >= when.end ? which : null;
    const isFirst = this.#edges.isSmall({ start: before?.end ?? 0, end: when.start });
    const isLast = this.#edges.isSmall({
      start: when.end,
      end: after?.start ?? this.typed.text.length,
    });
    const isWord = when.kind === 'time' && classes[when.end - 1] !== 'digit';
    if (isWord && which === null) return isFirst && isLast;
    if (kind === 'timer' && !isFirst) return isLast && /^\d{1,3}$/.test(typedIn(this.typed, when));
    return isFirst || isLast;
  }

  /** Whether nothing but a space is between a number and its day. */
  #isBesideDay(when: When, which: Which | null): boolean {
    if (which === null || !when.isNumber) return false;
    const { text } = this.typed;
    return which.end <= when.start
      ? when.start <= afterSpace(text, which.end)
      : which.start <= afterSpace(text, when.end);
  }

  #rest(parts: readonly Span[]): readonly Span[] {
    const ordered = parts.toSorted((one, other) => one.start - other.start);
    const starts = [0, ...ordered.map(({ end }) => end)];
    const ends = [...ordered.map(({ start }) => start), this.typed.text.length];
    return starts
      .map((start, index) => this.#edges.trimmed({ start, end: ends[index] ?? start }))
      .filter(({ start, end }) => end > start);
  }

  #name(rest: readonly Span[]): string {
    const spans = rest.filter((span) => !this.#edges.isSmall(span));
    if (spans.length === 0) return this.#quoted === null ? '' : this.#quotedName();
    const named = spans.map((span, index) => {
      const inner = this.#edges.withoutSmall(span);
      const order = this.#edges.withoutSmall(span, 'orders');
      // Small words only at the edges of the whole name.
      const start = index === 0 ? inner.start : order.start;
      const end = index === spans.length - 1 ? inner.end : order.end;
      return typedIn(this.typed, { start, end: Math.max(start, end) });
    });
    return named
      .filter(isName)
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
    {
      kind,
      hour12,
      parts,
    }: {
      readonly kind: LineKind;
      readonly hour12: boolean;
      readonly parts: readonly (When | Which)[];
    },
  ): readonly Span[] {
    const found: Span[] = [];
    const isComplete = !when.isNumber;
    // Next to what was understood, a single character is a word, too: `土日祝`.
    const isWord = (word: Part) =>
      [null, when, which].some((other) => this.#wholes.isWhole(word, other));
    const isTimer = kind === 'timer';
    const names = [
      ...this.#wholes.namesBeside(when, which),
      ...this.#wholes.partsOfNames(rest, when, which, hour12),
    ].filter(({ start, end }) => rest.some((span) => start >= span.start && end <= span.end));
    const around = {
      letters: this.#slots[0]?.vocabulary.letters ?? new Set(),
      parts: which === null ? [when] : [when, which],
      names,
      hasOther: rest.length > 1,
      isTimer,
    };
    for (const span of rest) {
      // Days and times are no parts of a timer, and no name either.
      const all =
        kind === 'alarm' ? parts : [...parts, ...this.#daysIn(span), ...this.#all(timesAt, span)];
      const inside = all.filter(
        (part) =>
          part.start >= span.start &&
          part.end <= span.end &&
          !(part.kind !== 'day' && part.kind !== 'rhythm' && part.isNumber) &&
          !(isComplete && isNumbered(this.typed, part)) &&
          !(isHoliday(part) && (which?.kind === 'day' || this.#isOtherWord(part))) &&
          isWord(part),
      );
      found.push(...inside, ...this.#slips.find(span, when, which, kind));
      for (let at = span.start; at < span.end; at++) {
        if (this.typed.text[at] === ' ' || isInPhrase(this.typed, at)) continue;
        for (const slots of this.#slots)
          found.push(
            ...timeWordsAt(slots, at, span.end).filter(
              (word) => isWord(word) && !(isTimer && word.end === at + 1),
            ),
          );
      }
      found.push(...this.#numbers.find(span, when, around.parts));
      if (this.#slots[0] !== undefined)
        found.push(...doubtsIn(this.#slots[0], span, around.parts, isTimer));
      if (!isName(this.typed.text.slice(span.start, span.end))) found.push(span);
      if (!this.#edges.isSmall(span))
        found.push(...fragmentsIn(this.typed, this.#edges.withoutSmall(span), around));
    }
    if (this.#isRefusal(rest)) found.push(...rest);
    const question = /[?؟] ?$/.exec(this.typed.text);
    if (question !== null) found.push({ start: question.index, end: question.index + 1 });
    const marked = parts.filter((one) => !('isNumber' in one && one.isNumber));
    const named = merged(names);
    return merged([
      ...found.filter(
        (span) =>
          !this.#isNameOfPerson(span, when, which) &&
          !this.#isSameDay(span, which) &&
          !named.some(({ start, end }) => start <= span.start && end >= span.end),
      ),
      ...rest.flatMap((span) => this.#slips.soundsIn(span, when)),
      ...rest.flatMap((span) =>
        this.#slots.slice(0, 1).flatMap((own) => limitsIn(own, span, around.parts)),
      ),
      ...this.#wholes.dividedName(when, marked),
      ...this.#wholes.dayOfName(when, which),
    ]);
  }

  /** `every friday 20:00 friday quiz`: a weekday that says nothing else than the day that was read. */
  #isSameDay({ start, end }: Span, which: Which | null): boolean {
    const days = which?.kind === 'day' ? [which.weekday] : (which?.days ?? []);
    if (days.length !== 1 || start === which?.start || this.typed.classes[start] === 'cjk')
      return false;
    return this.#slots.some((slots) =>
      slots
        .words(slots.vocabulary.days, start)
        .some((word) => word.end === end && word.value === days[0]),
    );
  }

  /** On the line of a timer, where 水 is water. */
  #daysIn(span: Span): readonly Which[] {
    return this.#all(whichesAt, span).filter(({ start, end }) => end > start + 1);
  }

  /** `cancel` alone is no name. */
  #isRefusal(rest: readonly Span[]): boolean {
    const [own] = this.#slots;
    const named = rest
      .map((span) => this.#edges.withoutSmall(span))
      .filter(({ start, end }) => end > start);
    return (
      own !== undefined &&
      named.length > 0 &&
      named.every(({ start, end }) => this.#edges.isWordOf(own.vocabulary.refusals, start, end))
    );
  }
}

/** A name has a letter, a number or a picture, or stands for one in quotation marks. */
function isName(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}\u{e000}]/u.test(text);
}

function whichesAt(slots: TextSlots, position: number): Which[] {
  return [...rhythmsAt(slots, position), ...daysAt(slots, position)];
}
