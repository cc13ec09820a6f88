// Reads a line that sets an alarm: a time, then when it repeats or its date, then its name. Pure.
import type { IntlShape } from 'react-intl';
import { lengthWords } from './typed-length';
import { ruleWords, typedRule, type RuleWords, type TypedRule } from './typed-rule';
import { afterMarks, typedFrom, typedText } from './typed-text';
import type { ReaderClock, TimeWords, TypedTime } from './typed-time';
import { timeWords, typedTime } from './typed-time';

export interface TypedAlarm {
  /** `HH:mm`. */
  readonly time: string;
  /** That time in the other half of the day, if the text does not say which is meant. */
  readonly other: string | null;
  /** Null if the text names none. */
  readonly rule: TypedRule | null;
  /** What follows, as it was typed. */
  readonly name: string;
}

interface AlarmWords {
  readonly intl: IntlShape;
  readonly times: TimeWords;
  readonly rules: RuleWords;
}

/** The words of a language for the reader; takes a few milliseconds. */
export function alarmWords(intl: IntlShape): AlarmWords {
  return {
    intl,
    times: timeWords(intl.locale, lengthWords(intl)),
    rules: ruleWords(intl),
  };
}

export interface AlarmClock extends ReaderClock {
  /** The present day, `2026-11-23`. */
  readonly today: string;
}

/** Null if the text does not begin with a time. */
export function typedAlarm(input: string, words: AlarmWords, clock: AlarmClock): TypedAlarm | null {
  const typed = typedText(input);
  const time = typedTime(typed, words.times, clock);
  if (time === null) return null;
  const start = afterMarks(typed.text, time.end);
  const rule = typedRule(words.intl, typed.text, start, words.rules, clock.today);
  const name = typedFrom(typed, afterMarks(typed.text, rule?.end ?? start));
  // `7 30` could be a time with a forgotten colon.
  if (rule === null && /^\p{Nd}+$/u.test(name)) return null;
  return { time: time.time, other: time.other, rule: rule?.meaning ?? null, name };
}

/** The time of a text that is nothing else. */
export function onlyTime(input: string, words: TimeWords, clock: ReaderClock): TypedTime | null {
  const typed = typedText(input);
  const time = typedTime(typed, words, clock);
  return time === null || typedFrom(typed, time.end) !== '' ? null : time;
}
