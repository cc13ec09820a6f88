// When an alarm rings, in words: its days, or its date.
import type { IntlShape } from 'react-intl';
import type { AlarmRule, Repeat } from '../api/types';
import type { WeekStart } from '../browser/site-settings';
import { lineStart } from './line-start';
import type { MessageId } from './messages';
import { dayText, isoDay } from './time-text';
import { daysText } from './weekdays';

export const repeatNames: Record<Repeat, MessageId> = {
  daily: 'alarm.daily',
  weekday: 'alarm.weekday',
  weekend: 'alarm.weekend',
  days: 'alarm.days',
  once: 'alarm.once',
};

/** `Every day`, `Mon, Wed`, `Thu, Dec 24`, as a line begins; `now` is null as long as the page knows no time. */
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
