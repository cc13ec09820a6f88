// The form of a language's corpus: what people type, and what it must make. `corpus.test.ts` runs all of them.
import type { LanguageCode } from '../../i18n/languages';

/**
 * What a text must make, as one text: for an alarm `07:30`, its days and its name, `07:30 mon,wed "gym"`; for a timer its
 * seconds and its name, `240 "tea"`. Days are `daily`, `weekday`, `weekend`, `mon,wed`, a date, or a recurrence with its
 * first day, `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO from 2026-11-30`.
 *
 * `?` and words in quotation marks stand for a line that asks about these words, `?"every"`; `none` for a text that is no
 * time. Several are readings in their order: `04:50 / 16:50`.
 */
type Expected = string;

export interface Corpus {
  readonly language: LanguageCode;
  /** By default that of the language; with a region, `en-GB`, the order of its dates. */
  readonly locale?: string;
  /** Typed on Monday, 23 November 2026, at 19:24, on a 24-hour clock. */
  readonly alarms: Readonly<Record<string, Expected>>;
  /** Typed on a 12-hour clock. */
  readonly alarms12?: Readonly<Record<string, Expected>>;
  readonly timers: Readonly<Record<string, Expected>>;
}
