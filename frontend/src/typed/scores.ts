// How likely a part of a text is meant: the longer one, one with a mark of a time, and hardly a number that may be anything else.
// Pure.
import { isHalf, type TimePart, type When, type Which } from './candidates';
import type { Edges } from './edges';
import { secondsOfDay } from './lengths';
import type { TextSlots } from './slots';
import { typedIn, type FoldedText, type Span } from './text';

export class Scores {
  readonly #typed: FoldedText;
  readonly #own: TextSlots | undefined;
  readonly #edges: Edges;
  /** Each part is compared with all others. */
  readonly #known = new Map<When | Which, number>();

  constructor(typed: FoldedText, own: TextSlots | undefined, edges: Edges) {
    this.#typed = typed;
    this.#own = own;
    this.#edges = edges;
  }

  of(part: When | Which): number {
    const score = this.#known.get(part) ?? this.#find(part);
    this.#known.set(part, score);
    return score;
  }

  #find(part: When | Which): number {
    let covered = 0;
    for (let at = part.start; at < part.end; at++) if (this.#typed.text[at] !== ' ') covered++;
    // `24/12 Christmas Eve dinner` has its date.
    if (isHoliday(part)) covered = 1;
    const isMarked = part.kind === 'time' || part.kind === 'length' ? !part.isNumber : false;
    if (part.kind === 'time' && part.isNumber) covered = this.#weightOf(part);
    // German `7 am Montag`: at seven in the morning on a 12-hour clock, and never `19 am` or `zwölf am`.
    const lastHour = this.#isOn(part) ? 11 : 12;
    const half =
      part.kind === 'time' && part.parts.some(isHalf) ? (part.clock.hour > lastHour ? -8 : 0.2) : 0;
    // `in 3 days 7` has a day.
    const far = part.kind === 'length' && part.length.unit >= secondsOfDay ? -4 : 0;
    const rare = part.kind === 'time' && part.clock.isRare === true ? -0.5 : 0;
    const numbered = part.kind === 'time' && isNumbered(this.#typed, part) ? -1.5 : 0;
    return (
      covered +
      half +
      far +
      rare +
      numbered +
      (isMarked ? 2.5 : 0) -
      (part.isForeign ? 0.6 : 0) -
      part.start / 1000
    );
  }

  /** Of a number: `0745` is rather a time than `204`, and `2` of `2 pills` rather none. */
  #weightOf({ start, end, clock }: TimePart): number {
    const written = this.#typed.text.slice(start, end);
    if (/^\d{4}$/.test(written)) return written.length;
    const isCount = clock.hour < 5 && /^ \p{L}/u.test(this.#typed.text.slice(end));
    return /^\d{3}$/.test(written) ? 0.7 : isCount ? 0.3 : 1;
  }

  /** Whether its last word may also stand before a day: German `am`, and not `AM`. */
  #isOn({ end }: Span): boolean {
    const own = this.#own;
    const start = this.#typed.text.lastIndexOf(' ', end - 1) + 1;
    const word = typedIn(this.#typed, { start, end });
    const isLower = word === word.toLowerCase();
    return isLower && own !== undefined && this.#edges.isWordOf(own.vocabulary.on, start, end);
  }
}

/** `Room 12a` next to a complete time; without one it would be midnight. */
export function isNumbered({ text }: FoldedText, { start, end }: Span): boolean {
  return /^\d{1,4}[ap]$/.test(text.slice(start, end));
}

export function isHoliday(part: When | Which): boolean {
  return part.kind === 'day' && typeof part.meaning === 'object' && 'month' in part.meaning;
}
