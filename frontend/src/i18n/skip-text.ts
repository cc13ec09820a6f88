// The skipped ring of an alarm as a text.
import type { IntlShape } from 'react-intl';
import { shortWeekdayText } from './date-text';
import type { VisitorClock } from './visitor-clock';

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
