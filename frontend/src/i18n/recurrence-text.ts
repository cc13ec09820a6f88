// A recurrence rule in words: `every 2 weeks on Mon and Wed, from Nov 23`.
import type { IntlShape } from 'react-intl';
import { weekdays, type Day } from '../model/types';
import { dateOfDay, dayNumber, weekdayIndex } from '../model/calendar-day';
import type { Recurrence } from '../model/recurrence';
import type { WeekStart } from '../settings/week-start';
import { eachWeekdayText, nameOfDay, shortDateText, yearlyDateText } from './date-text';
import { weekOf } from './weekdays';

/** Within a text; the first day is named if it is still to come. `today` is null until the page knows the time. */
export function recurrenceText(
  intl: IntlShape,
  recurrence: Recurrence,
  from: Day,
  today: Day | null,
  weekStart: WeekStart,
): string {
  const { until } = recurrence;
  const rule = daysText(intl, recurrence, from, weekStart);
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

function daysText(
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
