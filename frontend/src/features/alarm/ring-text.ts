// When an alarm rings, or why it does not, as a sentence.
import type { IntlShape } from 'react-intl';
import { waitInPhrase } from '../../i18n/duration-text';
import { lineStart } from '../../i18n/long-date-text';
import { comingDayText, onWeekdayText } from '../../i18n/date-text';
import type { VisitorClock } from '../../i18n/clock-time';
import type { SilentRing } from '../../rings/next-ring';

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
      duration: waitInPhrase(intl, ring - now),
      weekday: comingDayText(intl, ring, now, zone),
      time: clock.text(ring, zone),
    },
  );
}

/** `Silent tomorrow: Christmas`, in a zone. */
export function silentText(
  intl: IntlShape,
  { at, days, label }: SilentRing,
  timeZone: string,
): string {
  const why = label === '' ? intl.formatMessage({ id: 'alarm.dayOff' }) : label;
  if (days === 0) return intl.formatMessage({ id: 'alarm.silentToday' }, { why });
  if (days === 1) return intl.formatMessage({ id: 'alarm.silentTomorrow' }, { why });
  const text = intl.formatMessage(
    { id: 'alarm.silentOn' },
    { day: onWeekdayText(intl, at, timeZone), why },
  );
  return lineStart(text, intl.locale);
}

/** `rings Thursday at 07:00`, after a ring that is left out. */
export function ringsNextText(
  intl: IntlShape,
  clock: VisitorClock,
  ring: number,
  now: number,
  timeZone: string,
): string {
  return intl.formatMessage(
    { id: 'alarm.ringsNext' },
    { weekday: comingDayText(intl, ring, now, timeZone), time: clock.text(ring, timeZone) },
  );
}
