// When an alarm rings, as a sentence.
import type { IntlShape } from 'react-intl';
import { durationText } from '../../i18n/duration-text';
import { comingDayText } from '../../i18n/weekday-text';
import type { VisitorClock } from '../../i18n/visitor-clock';

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
