// The dates, rules and days of a month that the site itself writes in a language, as phrases: the line reads them back. Pure.
import type { IntlShape } from 'react-intl';
import type { MessageId } from '../i18n/messages';
import { nameOfDay } from '../i18n/date-text';
import { places, type NthDay } from '../model/recurrence';
import { weekdays } from '../model/types';
import { phraseOf, type PhraseList } from './phrase';
import type { RhythmMeaning } from './words';

/** `the 15th`, `the last day`, `the first Monday`. */
export type MonthItem = NthDay | number;

const writtenRepeats = {
  daily: 'alarm.daily',
  weekday: 'alarm.weekday',
  weekend: 'alarm.weekend',
} as const satisfies Partial<Record<RhythmMeaning & string, MessageId>>;

/** In the order and with the small words of the language: `24 de diciembre`, `12月24日`. */
export function writtenDates(locale: string): readonly string[] {
  const slots: Readonly<Record<string, string>> = { day: '{d}', year: '{year}' };
  const all = (['long', 'short'] as const).flatMap((month) =>
    ([undefined, 'numeric'] as const).map((year) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month, year, timeZone: 'UTC' })
        .formatToParts(Date.UTC(2024, 11, 24))
        .map(({ type, value }) => {
          if (type === 'month')
            return /\p{Nd}/u.test(value) ? value.replace(/\p{Nd}+/u, '{mo}') : '{month}';
          return slots[type] ?? value.replaceAll(/[\s\u00a0\u202f]+/g, ' ');
        })
        .join('')
        .trim(),
    ),
  );
  return [...new Set(all)];
}

/** One of each form of a plural, and the one that may have words of its own. */
const intervals = [1, 2, 3, 5, 11, 21];

/** As the site writes them, with the day from which and the one until which they ring. */
export function writtenRhythms(intl: IntlShape): PhraseList<RhythmMeaning> {
  const phrases = new Map<string, RhythmMeaning>();
  for (const [repeat, id] of Object.entries(writtenRepeats)) {
    phrases.set(intl.formatMessage({ id }), repeat as keyof typeof writtenRepeats);
  }
  const limits = (['rule.from', 'rule.until'] as const).map((id) => {
    const slot = id === 'rule.from' ? '{from}' : '{until}';
    const text = intl.formatMessage({ id }, { rule: '{rule}', day: slot });
    return text.startsWith('{rule}') ? `[${text.slice('{rule}'.length)}]` : '';
  });
  const add = (
    text: string,
    interval: number,
    one: RhythmMeaning,
    two: RhythmMeaning,
    many: RhythmMeaning,
  ) => {
    const phrase = `${text.replace(/\p{Nd}+/u, '{n}')}${limits.join('')}`;
    if (text !== phrase.slice(0, text.length)) phrases.set(phrase, many);
    else if (interval === 1) phrases.set(phrase, one);
    else if (interval === 2) phrases.set(phrase, two);
  };
  for (const interval of intervals) {
    const days = intl.formatMessage({ id: 'rule.days' }, { interval });
    if (interval > 1) add(days, interval, 'daily', 'every second day', 'every n days');
    for (const slot of ['{day}', '{days}']) {
      const weeks = intl.formatMessage({ id: 'rule.weeks' }, { interval, days: slot });
      add(weeks, interval, 'days', 'every second week', 'every n weeks');
    }
    const months = intl.formatMessage({ id: 'rule.months' }, { interval, dates: '{dates}' });
    add(months, interval, 'monthly', 'every second month', 'monthly');
    const years = intl.formatMessage({ id: 'rule.years' }, { interval, date: '{date}' });
    add(years, interval, 'yearly', 'every second year', 'yearly');
  }
  return Array.from(phrases, ([text, meaning]) => [phraseOf(text), meaning]);
}

const monthDates = Array.from({ length: 31 }, (_, index) => index + 1);

export function writtenMonthItems(intl: IntlShape): [string, MonthItem][] {
  return [
    ...monthDates.map((date): [string, MonthItem] => [
      intl.formatMessage({ id: 'rule.date' }, { date }),
      date,
    ]),
    [intl.formatMessage({ id: 'rule.lastDate' }), -1],
    ...monthDates
      .slice(1)
      .map((date): [string, MonthItem] => [
        intl.formatMessage({ id: 'rule.dateFromEnd' }, { date }),
        -date,
      ]),
    ...weekdays.flatMap((day) =>
      places.map((nth): [string, MonthItem] => [
        intl.formatMessage(
          { id: 'rule.nthDay' },
          { nth, day, weekday: nameOfDay(intl, day, 'long') },
        ),
        { nth, day },
      ]),
    ),
  ];
}
