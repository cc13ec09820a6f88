// The words for parts of a day, `pm`, `夕方`, `in the evening`, and the hours that a language uses them for. Pure.
import { dayPeriod } from './clock-time';
import { folded } from './typed-text';

export interface DayParts {
  /** Patterns of the words that the language has before a time, and after it. */
  readonly before: string;
  readonly after: string;
  /** The hour that is meant; null if the words do not tell, as in `13 pm`. */
  readonly hourIn: (hour: number, words: string) => number | null;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const hourMs = 3_600_000;
/** `8 in the afternoon` is said of an hour that Unicode has in the evening. */
const nearbyHours = 3;

export function dayParts(locale: string): DayParts {
  const halves = hoursByWord((hour) => [
    dayPeriod(locale, hour * hourMs)?.text,
    ...(hour < 12 ? ['am', 'a'] : ['pm', 'p']),
  ]);
  const formats = (['long', 'short'] as const).map(
    (width) =>
      new Intl.DateTimeFormat(locale, {
        hour: 'numeric',
        hourCycle: 'h12',
        dayPeriod: width,
        timeZone: 'UTC',
      }),
  );
  const parts = hoursByWord((hour) =>
    formats.map(
      (format) =>
        format.formatToParts(hour * hourMs).find(({ type }) => type === 'dayPeriod')?.value,
    ),
  );
  // Words for a single hour, such as noon, do not say which half of the day is meant.
  for (const [word, { size }] of parts) if (size < 2) parts.delete(word);
  const all = new Map([...parts, ...halves]);
  // The pattern of a time has these letters itself.
  const halfWords = [...halves.keys()].filter((word) => !/^[ap]$/.test(word));
  // After the time such a word may be a name, in languages that put it before: `7 朝`.
  const leads = dayPeriod(locale, 0)?.leads ?? false;
  return {
    before: pattern([...parts.keys(), ...halfWords]),
    after: pattern(leads ? halfWords : [...parts.keys(), ...halfWords]),
    hourIn: (hour, words) => {
      const part = all.get(plain(words));
      return part === undefined ? null : nearestHour(hour, part);
    },
  };
}

function hoursByWord(
  wordsAt: (hour: number) => readonly (string | undefined)[],
): Map<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const hour of hours) {
    for (const word of wordsAt(hour)) {
      if (word === undefined) continue;
      const key = plain(folded(word));
      found.set(key, (found.get(key) ?? new Set()).add(hour));
    }
  }
  return found;
}

/** Without points, spaces and Arabic vowel signs, which are often left out. */
function plain(word: string): string {
  return word.replaceAll(/[.\s\u064b-\u0652]/g, '').replaceAll("'", '’');
}

function pattern(words: readonly string[]): string {
  const mark = String.raw`[.\u064b-\u0652]?`;
  return words
    .map((word) =>
      Array.from(word, (letter) => (letter === '’' ? "['’]" : letter))
        .join(String.raw`${mark}\s?`)
        .concat(mark),
    )
    .join('|');
}

function nearestHour(hour: number, part: ReadonlySet<number>): number | null {
  if (hour > 12) return part.size < 12 && part.has(hour) ? hour : null;
  const morning = hour % 12;
  const [early, late] = [distance(morning, part), distance(morning + 12, part)];
  if (early === late || Math.min(early, late) > nearbyHours) return null;
  return early < late ? morning : morning + 12;
}

function distance(hour: number, part: ReadonlySet<number>): number {
  return Math.min(
    ...Array.from(part, (other) => {
      const apart = Math.abs(hour - other);
      return Math.min(apart, 24 - apart);
    }),
  );
}
