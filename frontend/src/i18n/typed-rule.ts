// Reads when an alarm rings, after its time in a typed text: `mon-fri`, `Mon, Wed`, `weekdays`, `tomorrow`, `24 dec`.
// Pure.
import type { IntlShape } from 'react-intl';
import { dayLater } from '../model/days-off';
import { weekdays, type Repeat, type Weekday } from '../model/types';
import type { MessageId } from './messages';
import { repeatNames } from './rule-text';
import { typedDate } from './typed-date';
import { addWord, afterSpaces, endsWord, folded, wordAt, type FoundWord } from './typed-text';
import { nameOfDay, ruleOf } from './weekdays';

export interface TypedRule {
  readonly repeat: Repeat;
  readonly days: readonly Weekday[];
  /** `2026-12-24`, or null. */
  readonly date: string | null;
}

export interface RuleWords {
  readonly rules: ReadonlyMap<string, Repeat>;
  readonly days: ReadonlyMap<string, Weekday>;
  /** Today, tomorrow, and the day after that if the language has a word. */
  readonly coming: ReadonlyMap<string, number>;
  /** What stands between the days of a list. */
  readonly joints: readonly string[];
}

/** Texts with further words for a rule, separated by commas. */
const furtherWords: Partial<Record<Repeat, MessageId>> = {
  daily: 'alarm.typedDaily',
  weekday: 'alarm.typedWeekday',
  weekend: 'alarm.typedWeekend',
};
/** Between the ends of a range of days, in any language. */
const rangeMark = /^(?:\s*[-–—~〜至到]\s*|\s(?:bis|to|a|au|ate|до|по|ile|sampai|से|إلى)\s)/u;

export function ruleWords(intl: IntlShape): RuleWords {
  const rules = new Map<string, Repeat>();
  for (const [repeat, id] of Object.entries(repeatNames) as [Repeat, MessageId][]) {
    if (repeat !== 'days' && repeat !== 'rule') addWord(rules, intl.formatMessage({ id }), repeat);
  }
  for (const [repeat, id] of Object.entries(furtherWords) as [Repeat, MessageId][]) {
    for (const word of intl.formatMessage({ id }).split(/[,،、，]/)) addWord(rules, word, repeat);
  }
  return {
    rules,
    days: dayWords(intl),
    coming: comingWords(intl.locale),
    joints: listJoints(intl),
  };
}

function dayWords(intl: IntlShape): ReadonlyMap<string, Weekday> {
  const days = new Map<string, Weekday>();
  for (const width of ['long', 'short', 'narrow'] as const) {
    const names = weekdays.map((day) => nameOfDay(intl, day, width));
    if (width === 'narrow' && new Set(names.map(folded)).size < names.length) continue;
    names.forEach((name, index) => {
      const day = weekdays[index] ?? 'mon';
      addWord(days, name, day);
      // `月曜` for 月曜日.
      if (intl.locale === 'ja' && width === 'long') addWord(days, name.slice(0, -1), day);
    });
  }
  return days;
}

function comingWords(locale: string): ReadonlyMap<string, number> {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const words = new Map<string, number>();
  for (const day of [0, 1, 2]) {
    const word = format.format(day, 'day');
    if (!/\p{Nd}/u.test(word)) addWord(words, word, day);
  }
  return words;
}

/** From the browser's lists, which the site writes its rules with. */
function listJoints(intl: IntlShape): readonly string[] {
  const lists = (['narrow', 'long'] as const).flatMap((style) =>
    (['conjunction', 'unit'] as const).flatMap((type) =>
      [2, 3].flatMap((count) => intl.formatListToParts(Array(count).fill(''), { type, style })),
    ),
  );
  const words = lists.filter(({ type }) => type === 'literal').map(({ value }) => folded(value));
  return [...new Set([...words, ', ', '、', '，', '/', '・', ' & ', ' + ', ' '])]
    .map((joint) => joint.trim())
    .sort((one, other) => other.length - one.length);
}

/** The rule at a position of a folded text, and the position after it; null if there is none. */
export function typedRule(
  intl: IntlShape,
  text: string,
  start: number,
  words: RuleWords,
  today: string,
): FoundWord<TypedRule> | null {
  const date = typedDate(intl, text, start, today);
  const coming = wordAt(text, start, words.coming);
  const rule = wordAt(text, start, words.rules);
  const found: (FoundWord<TypedRule> | null)[] = [
    date && { meaning: once(date.date), end: date.end },
    coming && { meaning: once(dayLater(today, coming.meaning)), end: coming.end },
    rule && { meaning: { repeat: rule.meaning, days: [], date: null }, end: rule.end },
    daysAt(text, start, words),
  ];
  return found.reduce((best, one) => (one !== null && one.end > (best?.end ?? 0) ? one : best));
}

function once(date: string): TypedRule {
  return { repeat: 'once', days: [], date };
}

/** `mon-fri`, `Mon, Wed and Fri`, `月水金`. */
function daysAt(text: string, start: number, words: RuleWords): FoundWord<TypedRule> | null {
  const chosen: Weekday[] = [];
  let best: FoundWord<TypedRule> | null = null;
  let position: number | null = start;
  while (position !== null) {
    const span = daySpan(text, position, words.days);
    if (span === null) break;
    chosen.push(...span.meaning);
    if (endsWord(text, span.end)) {
      best = { meaning: { ...ruleOf(chosen), date: null }, end: span.end };
    }
    position = nextDay(text, span.end, words);
  }
  return best;
}

/** One day, or a range. */
function daySpan(
  text: string,
  start: number,
  days: RuleWords['days'],
): FoundWord<readonly Weekday[]> | null {
  const first = wordAt(text, start, days, endsDay);
  if (first === null) return null;
  const mark = rangeMark.exec(text.slice(first.end))?.[0];
  const last = mark === undefined ? null : wordAt(text, first.end + mark.length, days, endsDay);
  if (last === null) return { meaning: [first.meaning], end: first.end };
  return { meaning: daysBetween(first.meaning, last.meaning), end: last.end };
}

function nextDay(text: string, end: number, { joints, days }: RuleWords): number | null {
  const at = afterSpaces(text, end);
  for (const joint of joints) {
    if (!text.startsWith(joint, at)) continue;
    const next = afterSpaces(text, at + joint.length);
    // Letters follow each other only in scripts without spaces between words.
    const isApart = next > end || isCjk(text, end);
    if (isApart && wordAt(text, next, days, endsDay) !== null) return next;
  }
  return null;
}

/** From one day to another, over the end of the week if they are in that order. */
function daysBetween(first: Weekday, last: Weekday): readonly Weekday[] {
  const from = weekdays.indexOf(first);
  const count = ((weekdays.indexOf(last) - from + weekdays.length) % weekdays.length) + 1;
  return [...weekdays, ...weekdays].slice(from, from + count);
}

/** Within a list, where a script without spaces may continue with another day. */
function endsDay(text: string, position: number): boolean {
  return isCjk(text, position) || endsWord(text, position);
}

/** Whether a Chinese, Japanese or Korean character ends at a position. */
function isCjk(text: string, position: number): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}]$/u.test(text.slice(0, position));
}
