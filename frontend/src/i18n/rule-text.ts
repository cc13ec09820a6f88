// The rule of an alarm as a text: its days, its date, or its recurrence.
import type { IntlShape } from 'react-intl';
import { isKnownRepeat } from '../model/rows';
import type { AlarmRule, Repeat } from '../model/types';
import { recurrenceOf } from '../model/recurrence';
import { lineStart } from './line-start';
import type { MessageId } from './messages';
import { recurrenceText } from './recurrence-text';
import { dayText } from './date-text';
import { isoDay } from './time-text';
import type { WeekStart } from '../settings/week-start';
import { daysText } from './weekdays';

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
