// When an alarm being typed would ring, asked of the server.
import { FormattedMessage, useIntl } from 'react-intl';
import useSWR from 'swr';
import { previewAlarm } from '../../api/alarms';
import type { Repeat } from '../../api/types';
import { useSecond } from '../../hooks/synchronised-time';
import { visitorZone } from '../../hooks/visitor-zone';
import { durationText, minuteText, weekdayText } from '../../i18n/time-text';

interface RingPreviewProps {
  readonly time: string;
  readonly repeat: Repeat;
  readonly timezone: string;
}

/** Shows nothing while the time is incomplete or the server does not answer. */
export function RingPreview({ time, repeat, timezone }: RingPreviewProps) {
  const intl = useIntl();
  const now = useSecond();
  const minute = now === null ? null : Math.floor(now / minuteMs);
  const { data: instant } = useSWR(
    time === '' || minute === null ? null : ['alarm-preview', time, repeat, timezone, minute],
    () => previewAlarm({ time, repeat, timezone }),
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  );
  if (now === null || instant === undefined || instant === null) return nothing;
  const ring = Date.parse(instant);
  const zone = visitorZone();
  return (
    <FormattedMessage
      id="alarm.preview"
      values={{
        duration: durationText(intl, ring - now),
        weekday: weekdayText(intl, ring, zone),
        time: minuteText(ring, zone),
      }}
    />
  );
}

const minuteMs = 60_000;

/** Keeps the line's height. */
const nothing = '\u00a0';
