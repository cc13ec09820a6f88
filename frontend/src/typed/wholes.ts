// Whether what was found is whole, or a part of another word or number, in scripts without spaces between words: 日曜 of
// 日曜会, 半 of 半額, 三 of 三年. Pure.
import { part, type Part, type When, type Which } from './candidates';
import { isInPart } from './meaning';
import type { TextSlots } from './slots';
import { afterSpace, isBetweenCjk, isInPhrase, isInWord, type FoldedText, type Span } from './text';
import type { Hours } from './words';

/** A short name of a day at the beginning of a name may be another word. */
const shortest = 4;

export class Wholes {
  readonly #typed: FoldedText;
  readonly #slots: readonly TextSlots[];
  #names: readonly Part[] | null = null;
  #persons: readonly Part[] | null = null;

  constructor(typed: FoldedText, slots: readonly TextSlots[]) {
    this.#typed = typed;
    this.#slots = slots;
  }

  /** Words that only look like a time. */
  get names(): readonly Part[] {
    this.#names ??= this.#find('notTimes');
    return this.#names;
  }

  /** Also those of persons; one that is a day could be meant as it, if the text has no other. */
  namesBeside(when: When, which: Which | null): readonly Part[] {
    const { classes } = this.#typed;
    // Korean `7씨` is rather a time.
    const isTouching = (start: number) =>
      start === when.end && classes[start] === 'hangul' && classes[start - 1] === 'digit';
    const persons = this.#allPersons.filter((person) => which !== null || !this.#isDay(person));
    return [...this.names, ...persons].filter(({ start }) => !isTouching(start));
  }

  /** `Mrs Sunday`: a title and a name. */
  get #allPersons(): readonly Part[] {
    this.#persons ??= this.#find('titles').flatMap((title) => {
      const start = afterSpace(this.#typed.text, title.end);
      const [name = ''] =
        start === title.end ? '' : (/^[\p{L}\p{M}]+/u.exec(this.#typed.text.slice(start)) ?? []);
      return name === '' ? [] : [{ ...title, end: start + name.length }];
    });
    return this.#persons;
  }

  /** Whether the name of a person is that of a day or a month, too. */
  #isDay({ start, end }: Span): boolean {
    const [own] = this.#slots;
    if (own === undefined) return false;
    const name = this.#typed.text.lastIndexOf(' ', end - 1) + 1;
    const { days, months } = own.vocabulary;
    return (
      name > start &&
      [days, months].some((table) =>
        own.words<unknown>(table, name).some((word) => word.end === end),
      )
    );
  }

  #find(table: 'notTimes' | 'titles'): readonly Part[] {
    const found: Part[] = [];
    for (let at = 0; at < this.#typed.text.length; at++) {
      if (isInPhrase(this.#typed, at)) continue;
      for (const slots of this.#slots) {
        for (const word of slots.words(slots.vocabulary[table], at)) {
          if (!isInPhrase(this.#typed, word.end)) found.push(part(slots, at, word, word, word.end));
        }
      }
    }
    return found;
  }

  /** `6:30 morning run`, `8h café da manhã`: the parts of the day in what is left, with the time in them. */
  partsOfNames(
    spans: readonly Span[],
    when: When,
    which: Which | null,
    hour12: boolean,
  ): readonly Part[] {
    // A timer has no time of day: 朝の散歩.
    const isMeant = (hours: Hours, isBehind: boolean, end: number) =>
      when.kind === 'time'
        ? isInPart(when, which, hours, hour12)
        : isBehind || isBetweenCjk(this.#typed, end);
    const beginnings = spans.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, index) => start + index).filter(
        (at) => !isInWord(this.#typed, at),
      ),
    );
    return beginnings.flatMap((at) =>
      this.#slots.flatMap((slots) => {
        const { halves, parts, partsOfDays, partsBehind } = slots.vocabulary;
        const inHalves = slots
          .words(halves, at)
          .filter(
            ({ end, value }) => isBetweenCjk(this.#typed, end) && isMeant(value.hours, false, end),
          );
        const inParts = [parts, partsOfDays, partsBehind].flatMap((table) =>
          slots
            .words(table, at)
            .filter(
              ({ end, value }) =>
                isMeant(value, table === partsBehind, end) && !this.#isBeforeTime(slots, end, when),
            ),
        );
        // 早 of 朝早 is none.
        const isPart = (end: number) => end === at + 1 && isBetweenCjk(this.#typed, at);
        return [...inHalves, ...inParts]
          .filter(({ end }) => !isPart(end))
          .map((word) => part(slots, at, word, word, word.end));
      }),
    );
  }

  /** 朝と夜の8時: beside another part of the day, or a particle, is the time. */
  #isBeforeTime(slots: TextSlots, position: number, when: When): boolean {
    const { classes } = this.#typed;
    let letters = 0;
    for (let at = position; at < when.start; at++) {
      const [end = at] = slots.words(slots.vocabulary.parts, at).map((word) => word.end);
      letters = end > at ? 0 : letters + 1;
      if (letters > 1) return false;
      at = Math.max(at, end - 1);
    }
    return position <= when.start && classes[position - 1] === 'cjk';
  }

  /** A single character of Chinese or Japanese may be part of a word, unless the other part is next to it. */
  isWhole(one: Part | When | Which, other: Part | null): boolean {
    const { text, classes } = this.#typed;
    const { start, end } = one;
    const isEndOfWord = other?.start !== end && isBetweenCjk(this.#typed, end);
    // アラーム朝7時: katakana is another word.
    const isBehindKatakana =
      'kind' in one &&
      one.kind === 'time' &&
      /[\p{Script=Katakana}ー]/u.test(text[start - 1] ?? '');
    const isStart =
      one.isWeakStart &&
      other?.end !== start &&
      isBetweenCjk(this.#typed, start) &&
      !isBehindKatakana;
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
    return !isPart && !this.#isInName(one) && !this.#isDayOfName(one) && !this.#hasPartOfName(one);
  }

  #isNumber(at: number): boolean {
    const [own] = this.#slots;
    return own?.words(own.vocabulary.numbers, at).some(({ end }) => end === at + 1) === true;
  }

  /** `Friday's notes`, `Mrs Sunday`, German `guten Morgen`, `sun` of `sun cream`. */
  #isDayOfName(one: Part | When | Which): boolean {
    if (!('kind' in one) || (one.kind !== 'day' && one.kind !== 'rhythm')) return false;
    if (/^'\p{L}/u.test(this.#typed.text.slice(one.end))) return true;
    const isPerson = (person: Part) =>
      one.start > person.start && one.start < person.end && this.#isDay(person);
    if (this.#allPersons.some(isPerson)) return true;
    return this.names.some(
      ({ start, end }) =>
        start <= one.start &&
        end >= one.end &&
        (start < one.start || one.end - one.start < shortest),
    );
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

  /** `malam jam 7` of Indonesian `makan malam jam 7`, dinner at seven. */
  #hasPartOfName(one: Part | When | Which): boolean {
    return (
      'kind' in one &&
      one.kind === 'time' &&
      this.names.some(
        ({ start, end }) =>
          this.#typed.classes[start] === 'letter' &&
          ((start < one.start && one.start < end) ||
            (one.start < start && start < one.end && one.end < end)),
      )
    );
  }

  /** The part of the day in a name: रात का खाना 9 बजे. A written zero, `07:00`, says that it is the morning. */
  partOfName(when: When, rest: readonly Span[], hour12: boolean): Hours | undefined {
    const [own] = this.#slots;
    if (own === undefined || /(?<!\d)0\d/.test(this.#typed.text.slice(when.start, when.end)))
      return;
    const { parts, partsOfDays } = own.vocabulary;
    const found = this.names
      .filter(({ start, end }) => rest.some((span) => start >= span.start && end <= span.end))
      .flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, index) => start + index)
          .filter((at) => this.#typed.classes[at] === 'letter' && !isInPhrase(this.#typed, at))
          .flatMap((at) => [...own.words(parts, at), ...own.words(partsOfDays, at)])
          .filter((word) => word.end <= end && !isInPhrase(this.#typed, word.end)),
      );
    return found[0]?.value ?? (hour12 ? undefined : this.#partOfWaking(when, rest));
  }

  /** `разбуди в полседьмого`: on a 24-hour clock hardly in the evening. */
  #partOfWaking(when: When, rest: readonly Span[]): Hours | undefined {
    const [own] = this.#slots;
    const isMorning =
      when.kind === 'time' && when.clock.hour >= 5 && when.clock.hour <= 11 && own !== undefined;
    if (!isMorning) return;
    const isWaking = rest.some((span) =>
      Array.from({ length: span.end - span.start }, (_, index) => span.start + index).some(
        (at) =>
          !isInPhrase(this.#typed, at) &&
          own
            .words(own.vocabulary.wakes, at)
            .some(({ end }) => end <= span.end && !isInPhrase(this.#typed, end)),
      ),
    );
    return isWaking ? [4, 11] : undefined;
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
