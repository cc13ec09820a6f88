// What the line writes, the reader reads back as the same alarm: random alarms in all languages, on both clocks.
import { describe, expect, test, vi } from 'vitest';
import { timeOfDayText } from '../../i18n/clock-time';
import { languageCodes } from '../../i18n/languages';
import { dayLater } from '../../model/days-off';
import { minuteMs, minuteOf, timeOf } from '../../model/time-of-day';
import { places, ruleOfRecurrence, type Recurrence } from '../../model/recurrence';
import { dayNumber, weekdayIndex } from '../../model/calendar-day';
import { weekdays } from '../../model/types';
import { ruleOf } from '../../i18n/weekdays';
import { randomOf, type Random } from '../../testing/random';
import { intlIn, readerIn } from '../../testing/typed-reader';
import type { TypedRule } from '../../typed/reader';
import { lineRuleText, lineText } from './line-rule';

vi.stubGlobal('navigator', { languages: [] });

const today = '2026-11-23';

describe.each(languageCodes)('in %s', (language) => {
  test.each([false, true])('on a 12-hour clock: %s', async (hour12) => {
    const intl = intlIn(language);
    const reader = await readerIn(language);
    const clock = { hour12, now: 19 * 60 + 24, today };
    const random = randomOf(hour12 ? 5 : 7);
    const names = [
      '',
      'Xy',
      'Ab 12',
      '7 Xy',
      '12',
      'monday',
      'tomorrow 8',
      'Xy 7:30',
      intl.formatDate(0, { weekday: 'long' }),
    ];
    const misread: string[] = [];
    for (let count = 0; count < 250; count++) {
      const time = timeOf(random.below(1440));
      const rule = randomRule(random);
      const name = random.one(names);
      const words = lineRuleText(intl, { time, rule, name: '' }, null, Date.parse(today), 'auto');
      const written = timeOfDayText(intl, minuteOf(time) * minuteMs, 0, hour12);
      const text = lineText([written, words], name, reader, clock);
      const { row, unclear } = reader.alarm(text, clock);
      const isSame = row?.time === time && row.name === name && unclear.length === 0;
      if (!isSame || JSON.stringify(row.rule) !== JSON.stringify(rule)) misread.push(text);
    }
    expect(misread.join('\n')).toBe('');
  });
});

function randomRecurrence(random: Random, from: string): Recurrence {
  const number = dayNumber(from) ?? 0;
  const none = { days: [], nthDays: [], monthDays: [] };
  const day = weekdays[weekdayIndex(number)] ?? 'mon';
  const limits = {
    interval: random.one([1, 2, 3, 5, 11, 12]),
    until: random.percent(30) ? dayLater(from, 400) : null,
  };
  return random.one<() => Recurrence>([
    () => ({ ...none, ...limits, interval: 1 + limits.interval, frequency: 'DAILY' }),
    () => ({ ...none, ...limits, interval: 1 + limits.interval, frequency: 'WEEKLY', days: [day] }),
    () => ({
      ...none,
      ...limits,
      frequency: 'MONTHLY',
      monthDays: [random.one([1, 15, 31, -1, -3])],
    }),
    () => ({ ...none, ...limits, frequency: 'MONTHLY', monthDays: [2, 22] }),
    () => ({
      ...none,
      ...limits,
      frequency: 'MONTHLY',
      nthDays: [{ nth: random.one(places), day: random.one(weekdays) }],
    }),
    () => ({ ...none, ...limits, frequency: 'YEARLY' }),
  ])();
}

function randomRule(random: Random): TypedRule | null {
  const rule = (repeat: TypedRule['repeat']) => ({ repeat, days: [], date: null });
  return random.one([
    () => null,
    () => rule('daily'),
    () => rule('weekday'),
    () => rule('weekend'),
    () => {
      const from = dayLater(today, 1 + random.below(300));
      return { ...rule('rule'), rule: ruleOfRecurrence(randomRecurrence(random, from)), from };
    },
    () => ({ repeat: 'once' as const, days: [], date: dayLater(today, random.below(700)) }),
    () => ({ ...ruleOf([random.one(weekdays)]), date: null }),
    () => {
      const set = 1 + random.below(127);
      return { ...ruleOf(weekdays.filter((_, at) => (set >> at) % 2 === 1)), date: null };
    },
  ])();
}
