// The rule of an alarm as a text: its days, its date, or its recurrence, and which of its rings is skipped.
import type { IntlShape } from 'react-intl';
import { isKnownRepeat } from '../model/rows';
import { type AlarmRule, type Repeat, weekdays, type Day } from '../model/types';
import { recurrenceOf, type Recurrence } from '../model/recurrence';
import { lineStart } from './long-date-text';
import type { MessageId } from './messages';
import {
  dayText,
  eachWeekdayText,
  nameOfDay,
  shortDateText,
  yearlyDateText,
  shortWeekdayText,
} from './date-text';
import { isoDay } from '../time/zone-offset';
import type { WeekStart } from '../settings/choices';
import { daysText, weekOf } from './weekdays';
import { dateOfDay, dayNumber, weekdayIndex } from '../model/calendar-day';
import type { VisitorClock } from './clock-time';

export const repeatNames: Record<Repeat, MessageId> = {
  daily: 'alarm.daily',
  weekday: 'alarm.weekday',
  weekend: 'alarm.weekend',
  days: 'alarm.days',
  rule: 'alarm.otherRepeat',
  once: 'alarm.once',
};

/** `Every day`, `Mon, Wed`, `Thu, Dec 24`, with a capital letter; `now` is null until the page knows the time. */
export function ruleText(
  intl: IntlShape,
  { repeat, days, date, rule, from, timezone }: Omit<AlarmRule, 'time'>,
  now: number | null,
  weekStart: WeekStart,
): string {
  if (repeat === 'days' && days) return lineStart(daysText(intl, days, weekStart), intl.locale);
  if (date && now !== null) {
    return lineStart(dayText(intl, date, isoDay(now, timezone)), intl.locale);
  }
  if (repeat === 'rule' || !isKnownRepeat(repeat)) {
    const recurrence = recurrenceOf(rule);
    if (recurrence === null || !from) return intl.formatMessage({ id: 'rule.unknown' });
    const today = now === null ? null : isoDay(now, timezone);
    return lineStart(recurrenceText(intl, recurrence, from, today, weekStart), intl.locale);
  }
  return intl.formatMessage({ id: repeatNames[repeat] });
}

/** Within a text; the first day is named if it is still to come. `today` is null until the page knows the time. */
export function recurrenceText(
  intl: IntlShape,
  recurrence: Recurrence,
  from: Day,
  today: Day | null,
  weekStart: WeekStart,
): string {
  const { until } = recurrence;
  const rule = patternText(intl, recurrence, from, weekStart);
  const begun =
    today === null || from <= today
      ? rule
      : intl.formatMessage({ id: 'rule.from' }, { rule, day: shortDateText(intl, from, today) });
  return until === null
    ? begun
    : intl.formatMessage(
        { id: 'rule.until' },
        { rule: begun, day: shortDateText(intl, until, today ?? from) },
      );
}

function patternText(
  intl: IntlShape,
  { frequency, interval, days, nthDays, monthDays }: Recurrence,
  from: Day,
  weekStart: WeekStart,
): string {
  const first = dayNumber(from) ?? 0;
  switch (frequency) {
    case 'DAILY':
      return intl.formatMessage({ id: 'rule.days' }, { interval });
    case 'WEEKLY': {
      const chosen =
        days.length > 0 ? days : weekdays.filter((_, at) => at === weekdayIndex(first));
      const names = weekOf(intl.locale, weekStart)
        .filter((day) => chosen.includes(day))
        .map((day) => eachWeekdayText(intl, day));
      return intl.formatMessage({ id: 'rule.weeks' }, { interval, days: listText(intl, names) });
    }
    case 'MONTHLY': {
      const dates = monthDays.length > 0 ? monthDays : [dateOfDay(first)];
      const items =
        nthDays.length > 0
          ? nthDays.map(({ nth, day }) =>
              intl.formatMessage(
                { id: 'rule.nthDay' },
                { nth, day, weekday: nameOfDay(intl, day, 'long') },
              ),
            )
          : dates.map((date) => monthDayText(intl, date));
      return intl.formatMessage({ id: 'rule.months' }, { interval, dates: listText(intl, items) });
    }
    case 'YEARLY': {
      const date = yearlyDateText(intl, from);
      return intl.formatMessage({ id: 'rule.years' }, { interval, date });
    }
  }
}

function monthDayText(intl: IntlShape, date: number): string {
  if (date === -1) return intl.formatMessage({ id: 'rule.lastDate' });
  return date > 0
    ? intl.formatMessage({ id: 'rule.date' }, { date })
    : intl.formatMessage({ id: 'rule.dateFromEnd' }, { date: -date });
}

function listText(intl: IntlShape, items: readonly string[]): string {
  if (intl.locale === 'ko') return items.join(', ');
  return intl.formatList(items, { type: 'conjunction', style: 'long' });
}

/** `Skips Mon at 07:00`. */
export function skipText(
  intl: IntlShape,
  clock: VisitorClock,
  skipped: string,
  timezone: string,
): string {
  const instant = Date.parse(skipped);
  return intl.formatMessage(
    { id: 'alarm.skips' },
    { weekday: shortWeekdayText(intl, instant, timezone), time: clock.text(instant, timezone) },
  );
}
