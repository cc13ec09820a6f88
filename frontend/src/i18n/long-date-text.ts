// The date with all its words, and what every text of a date is written with.
import type { IntlShape } from 'react-intl';
import type { Day } from '../model/types';
import { isoDay } from '../time/zone-offset';

/**
 * With a capital letter: languages like Spanish write weekdays, months and zones in lower case except at the beginning.
 */
export function lineStart(text: string, language: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}

/** A day in words, from an instant at which clocks of UTC show it. */
export function dayIn(intl: IntlShape, utc: number, format: Intl.DateTimeFormatOptions): string {
  const text = withOrdinal(intl.formatDate(utc, { ...format, timeZone: 'UTC' }), intl.locale);
  // Japanese has full-width punctuation, which CLDR has not around a weekday.
  return intl.locale === 'ja' ? text.replace('(', '（').replace(')', '）') : text;
}

const ordinals: Readonly<Record<string, string>> = { fr: '1er', pt: '1º' };

/** The first of a month is an ordinal number in French and Portuguese, which CLDR writes as `1`. */
export function withOrdinal(text: string, locale: string): string {
  const first = ordinals[locale];
  return first === undefined ? text : text.replaceAll(/(?<![\d:])1(?![\d:])/g, first);
}

/** `Saturday, November 21, 2026`, within a text. */
export function longDateText(intl: IntlShape, day: Day): string {
  return dayIn(intl, Date.parse(day), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/** `Saturday, November 21, 2026` in a zone, with a capital letter, for a line of its own. */
export function dateText(intl: IntlShape, instant: number, timeZone: string): string {
  return lineStart(longDateText(intl, isoDay(instant, timeZone)), intl.locale);
}
