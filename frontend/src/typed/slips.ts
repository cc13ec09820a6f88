// The words that are left of a text and are probably a slip of the finger: a misspelled day, unit or number. Pure.
import type { LineKind, TimePart, When, Which } from './candidates';
import { isNearSyllable, isSlip, slipOf, type WordKind } from './misspelled';
import type { TextSlots } from './slots';
import type { Table } from './table';
import type { FoldedText, Span } from './text';

export class Slips {
  readonly #typed: FoldedText;
  readonly #own: TextSlots | undefined;

  constructor(typed: FoldedText, own: TextSlots | undefined) {
    this.#typed = typed;
    this.#own = own;
  }

  /** The slips in what is left beside a time and a day. */
  find(span: Span, when: When, which: Which | null, kind: LineKind): readonly Span[] {
    return [
      ...this.#misspelled(span, when, which, kind),
      ...this.#besideDigits(span, when),
      ...this.#joinedTo(span, when),
      ...this.#withUnknownEnd(span),
      ...this.#divided(span),
    ];
  }

  #misspelled(
    { start, end }: Span,
    when: When,
    which: Which | null,
    kind: LineKind,
  ): readonly Span[] {
    if (this.#own === undefined) return [];
    const { spelled, units } = this.#own.vocabulary;
    return Array.from(this.#typed.text.slice(start, end).matchAll(/[\p{L}\p{M}]+/gu))
      .map(({ index, 0: word }) => ({
        start: start + index,
        end: start + index + word.length,
        word,
      }))
      .filter((found) => {
        const { isSure, kinds, near } = slipOf(found.word, spelled);
        return (
          isSure ||
          ([...near].some((one) => isOf(kind, one)) && this.#isBeside(found, when, which)) ||
          [...kinds].some((one) => !this.#isSaid(one, when, which, kind)) ||
          (this.#isBehindNumber(found) &&
            (isNearSyllable(found.word, spelled) || hasSlip(units, found.word))) ||
          this.#isNumberInWords(found.word) ||
          (isIncomplete(found.word) && this.#isBeside(found, when, which)) ||
          (this.#isLonger(found) && this.#isBeside(found, when, which)) ||
          (which !== null && this.#isListed(found, which))
        );
      });
  }

  /** Next to a time or a day, with nothing but a small word between them. */
  #isBeside({ start, end }: Span, when: When, which: Which | null): boolean {
    // `10:20 Dr. Sommer` has an abbreviation.
    if (this.#typed.text[end] === '.') return false;
    return [when, which].some((part) => {
      if (part === null) return false;
      const between = start >= part.end ? [part.end, start] : [end, part.start];
      const text = this.#typed.text.slice(...between).trim();
      const isListed = /^[-~,·]$/.test(text) && this.#typed.classes[start] !== 'letter';
      return text === '' || isListed || this.#isWord(['small'], text);
    });
  }

  #isWord(tables: readonly ('and' | 'to' | 'small')[], text: string): boolean {
    const own = this.#own;
    return own !== undefined && tables.some((table) => own.vocabulary[table].has(text));
  }

  /** Whether a text says a part of this kind, so that a word that only looks like another one is a name. */
  #isSaid(one: WordKind, when: When, which: Which | null, kind: LineKind): boolean {
    if (!isOf(kind, one)) return true;
    switch (one) {
      case 'day':
        return which !== null && which.meaning !== 'day of month';
      case 'rhythm':
        return which?.kind === 'rhythm';
      case 'part':
        return when.kind === 'length' || hasHalf(when) || (which?.parts.length ?? 0) > 0;
      case 'unit':
        return when.kind === 'time' && this.#isInDigits(when);
      case 'clock':
        return this.#isInDigits(when);
    }
  }

  /** Whether a time or a length has digits, and is complete: `7:30`, `20 min`. */
  #isInDigits(when: When): boolean {
    const written = this.#typed.text.slice(when.start, when.end);
    // Without its first word, `until 19:30` is a length.
    return when.kind === 'length'
      ? !when.isNumber && /\d/.test(written) && !/\d:\d/.test(written)
      : /\d{3}|\d\D\d\d/.test(written);
  }

  /** A word that `and` joins to a time is a part of it: `seven and a hlaf`. */
  #joinedTo(span: Span, when: When): readonly Span[] {
    const own = this.#own;
    if (own === undefined || span.start > when.end + 1 || span.start < when.end) return [];
    if (when.kind === 'time' && this.#isInDigits(when)) return [];
    const joints = own
      .words(own.vocabulary.and, span.start)
      .filter(({ end }) => this.#typed.text[end] === ' ' && end < span.end);
    return joints
      .map(({ end }) => ({ start: end + 1, end: span.end }))
      .filter(
        (joined) => when.kind === 'time' || !this.#isInDigits(when) || this.#isOfLength(joined),
      );
  }

  /** Behind a length in digits: `1 h and a hlaf`, and not `15 min and turn the oven off`. */
  #isOfLength({ start, end }: Span): boolean {
    const own = this.#own;
    const [word = '', ...others] = this.#typed.text.slice(start, end).split(' ');
    if (own === undefined || others.length === 0) return true;
    const { near, kinds } = slipOf(word, own.vocabulary.spelled);
    return near.size > 0 || kinds.size > 0 || !/^\p{L}{3,}$/u.test(word);
  }

  /** A word of time with a space in it: `to day`, `내 일`. */
  #divided(span: Span): readonly Span[] {
    const own = this.#own;
    if (own === undefined) return [];
    const { spelled, small } = own.vocabulary;
    const all = Array.from(this.#typed.text.matchAll(/[\p{L}\p{M}]+/gu), ({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
      word,
    }));
    return all.flatMap((one, at) => {
      const next = all[at + 1];
      if (next === undefined || next.start !== one.end + 1 || this.#typed.text[one.end] !== ' ')
        return [];
      // `morgen S-Bahn` is not `morgens`.
      const isKnown = !/^[a-z]$/.test(next.word) && spelled.known.has(one.word + next.word);
      // Spanish `de la`, which some write `dela`, is also of a name.
      const isRight =
        small.has(one.word + next.word) || (small.has(one.word) && small.has(next.word));
      return isKnown && !isRight
        ? [one, next].filter(({ start, end }) => start >= span.start && end <= span.end)
        : [];
    });
  }

  /** Korean `일곱`, which is hardly a name. */
  #isNumberInWords(word: string): boolean {
    return (
      this.#own?.vocabulary.numbers.has(word) === true && /^\p{Script=Hangul}{2,}$/u.test(word)
    );
  }

  /** Korean `내일이나`: a word of time that goes on. */
  #isLonger({ start, end, word }: Span & { readonly word: string }): boolean {
    const own = this.#own;
    if (own === undefined || !/\p{Script=Hangul}/u.test(word)) return false;
    const { timeWords, parts, days } = own.vocabulary;
    return [timeWords, parts, days].some((table) =>
      own
        .wordsAt<unknown>(table, start)
        .some(
          ({ word: known }) =>
            known.length > 1 && start + known.length < end && word.length - known.length <= 2,
        ),
    );
  }

  /** Korean `3분이나`: a time or a length whose word goes on. */
  #withUnknownEnd(span: Span): readonly Span[] {
    const own = this.#own;
    if (own === undefined) return [];
    const { classes } = this.#typed;
    const found: Span[] = [];
    for (let start = span.start; start < span.end; start++) {
      if (classes[start] !== 'digit') continue;
      const times = own.at('clock', start).filter(({ value }) => !value.isNumber);
      found.push(
        ...[...times, ...own.at('length', start)]
          .filter(({ end }) => end <= span.end && classes[end - 1] === 'hangul')
          .map(({ end }) => ({ start, end })),
      );
    }
    return found;
  }

  #isBehindNumber({ start }: Span): boolean {
    return /\d ?$/.test(this.#typed.text.slice(Math.max(0, start - 2), start));
  }

  /** Whether a word is joined to weekdays and is nearly one: `mon wed fir`, `mardi et jedi`; `lun-ve` needs not be near. */
  #isListed({ start, end, word }: Span & { readonly word: string }, which: Which): boolean {
    const isDays = which.kind === 'rhythm' ? which.days.length > 0 : which.weekday !== null;
    const isList = which.kind === 'rhythm' && which.days.length > 1;
    const between =
      start >= which.end ? { start: which.end, end: start } : { start: end, end: which.start };
    if (!isDays || between.start > between.end) return false;
    const joint = this.#typed.text.slice(between.start, between.end);
    if (/^[-~]$/.test(joint)) return true;
    const isJoined =
      joint.trim() === ''
        ? isList || this.#isNearlyDay(word)
        : /^[-&+~,]$/.test(joint.trim()) || this.#isWord(['and', 'to'], joint.trim());
    return isJoined && this.#isNearlyDay(word);
  }

  #isNearlyDay(word: string): boolean {
    const own = this.#own;
    return (
      own !== undefined &&
      (slipOf(word, own.vocabulary.spelled).kinds.has('day') ||
        [own.vocabulary.days, own.vocabulary.shortestDays].some((table) => hasSlip(table, word)))
    );
  }

  /** A single character that touches the digits is rather a wrong one for `点` than a name: `早上7店`. */
  #besideDigits(span: Span, when: When): readonly Span[] {
    const { classes, text } = this.#typed;
    const { start } = span;
    const isTouching =
      start === when.end &&
      (classes[start] === 'cjk' || classes[start] === 'hangul') &&
      classes[when.end - 1] === 'digit';
    const isAlone = start + 1 === span.end || text[start + 1] === ' ';
    return isTouching && isAlone ? [{ start, end: start + 1 }] : [];
  }

  /** What sounds like a unit, behind an hour in digits, whatever follows: `下午4典开会`, also if it is a word: 寺. */
  soundsIn({ start }: Span, when: When): readonly Span[] {
    const { text } = this.#typed;
    const { soundsOfUnits = '' } = this.#own?.vocabulary.words ?? {};
    const isHour = /(?<![\d:.])\d{1,2}$/.test(text.slice(when.start, when.end));
    return isHour && start === when.end && soundsOfUnits.includes(text[start] ?? ' ')
      ? [{ start, end: start + 1 }]
      : [];
  }
}

/** Letters that make no Korean syllable; `ㅋㅋ` is a laugh. */
function isIncomplete(word: string): boolean {
  return /[\u1100-\u11ff]/.test(word) && !/^[ᄏ휴ᅮ]+$/.test(word);
}

/** Whether a word is one of a table with a slip of the finger. */
function hasSlip(table: Table<unknown>, typed: string): boolean {
  return (
    typed.length > 1 && !table.has(typed) && [...table.keys()].some((word) => isSlip(typed, word))
  );
}

/** A timer has no day. */
function isOf(kind: LineKind, one: WordKind): boolean {
  return kind === 'alarm' || one === 'clock' || one === 'unit';
}

function hasHalf({ parts, clock }: TimePart): boolean {
  return parts.length > 0 || clock.isFixed || clock.hour > 12;
}
