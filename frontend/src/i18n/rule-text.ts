// The rule of an alarm as a text: its days, or its date.
import type { IntlShape } from 'react-intl';
import type { AlarmRule, Repeat } from '../model/types';
import { lineStart } from './line-start';
import type { MessageId } from './messages';
import { dayText, isoDay } from './time-text';
import type { WeekStart } from '../settings/week-start';
import { daysText } from './weekdays';

export const repeatNames: Record<Repeat, MessageId> = {
  daily: 'alarm.daily',
  weekday: 'alarm.weekday',
  weekend: 'alarm.weekend',
  days: 'alarm.days',
  once: 'alarm.once',
};

/** `Every day`, `Mon, Wed`, `Thu, Dec 24`, with a capital letter; `now` is null until the page knows the time. */
export function ruleText(
  intl: IntlShape,
  { repeat, days, date, timezone }: Omit<AlarmRule, 'time'>,
  now: number | null,
  weekStart: WeekStart,
): string {
  if (repeat === 'days' && days) return lineStart(daysText(intl, days, weekStart), intl.locale);
  if (date && now !== null) {
    return lineStart(dayText(intl, date, isoDay(now, timezone)), intl.locale);
  }
  return intl.formatMessage({ id: repeatNames[repeat] });
}
