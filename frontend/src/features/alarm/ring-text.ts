// When an alarm rings, in words: its day, and a sentence.
import type { IntlShape } from 'react-intl';
import { durationText } from '../../i18n/duration-text';
import { dayText, isoDay, weekdayText } from '../../i18n/time-text';
import type { VisitorClock } from '../../i18n/visitor-clock';

const weekMs = 7 * 86_400_000;

/** `Saturday` in a zone; `Thu, Dec 24` where there is a Saturday before it. */
export function comingDayText(
  intl: IntlShape,
  instant: number,
  now: number,
  timeZone: string,
): string {
  const [day, today] = [isoDay(instant, timeZone), isoDay(now, timeZone)];
  const isFar = Date.parse(day) - Date.parse(today) >= weekMs;
  return isFar ? dayText(intl, day, today) : weekdayText(intl, instant, timeZone);
}

/** `Rings in 7 h 32 min, Monday at 07:00`, by the clocks of a zone. */
export function ringText(
  intl: IntlShape,
  clock: VisitorClock,
  ring: number,
  now: number,
  zone: string,
): string {
  return intl.formatMessage(
    { id: 'alarm.preview' },
    {
      duration: durationText(intl, ring - now),
      weekday: comingDayText(intl, ring, now, zone),
      time: clock.text(ring, zone),
    },
  );
}
