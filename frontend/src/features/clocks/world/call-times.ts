// A call in several cities as a text, and as an alarm of the visitor's own.
import { useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { useToasts } from '../../../components/dialogs/toasts';
import { labelLimit } from '../../../components/forms/label-rule';
import { writeFailureText } from '../../../components/forms/write-failure-text';
import { createdText, rowCreated } from '../../../components/push/notification-request';
import { timeOfDayText } from '../../../i18n/clock-time';
import { cardDateText } from '../../../i18n/date-text';
import { isoDay, minuteText } from '../../../i18n/time-text';
import { createAlarm } from '../../../rows/alarms';
import { ringSettings } from '../../../sound/ring-settings';
import { zoneOffset } from '../../../time/zone-offset';
import { daysAhead } from '../day-difference';
import type { Place } from '../places';

/** `15:00 Tokyo / 7:00 Berlin / 1:00 New York`; the date of the first city, and that of others whose day is another. */
export function callTimes(
  intl: IntlShape,
  places: readonly Place[],
  instant: number,
  hour12: boolean,
): string {
  const [first] = places;
  const firstOffset = first === undefined ? 0 : zoneOffset(instant, first.zone);
  return places
    .map((place) => {
      const offset = zoneOffset(instant, place.zone);
      const time = timeOfDayText(intl, instant, offset, hour12);
      const hasDate = place === first || daysAhead(instant, offset, firstOffset) !== 0;
      const date = hasDate ? ` (${cardDateText(intl, instant, offset)})` : '';
      return `${time} ${place.name}${date}`;
    })
    .join(' / ');
}

/** Creates an alarm that rings once, named after the times elsewhere as far as they fit. */
export function useCallAlarm() {
  const intl = useIntl();
  const { show, showFailure } = useToasts();
  const [isBusy, setBusy] = useState(false);

  async function create(instant: number, zone: string, times: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await createAlarm({
        time: minuteText(instant, zone),
        repeat: 'once',
        date: isoDay(instant, zone),
        label: Array.from(times).slice(0, labelLimit).join(''),
        sound: ringSettings.read().newSound,
        timezone: zone,
      });
      show({
        title: intl.formatMessage({ id: 'alarm.createdTitle' }),
        text: intl.formatMessage({ id: createdText('alarm.createdText') }),
      });
      rowCreated();
    } catch (failure) {
      showFailure(writeFailureText(intl, failure, 'alarm.errorText'));
    }
    setBusy(false);
  }

  return { isBusy, create };
}
