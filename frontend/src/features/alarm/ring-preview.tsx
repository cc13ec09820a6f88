// When an alarm being typed would ring, asked of the server.
import { FormattedMessage, useIntl } from 'react-intl';
import useSWR from 'swr';
import { previewAlarm } from '../../api/alarms';
import type { Instant, Repeat } from '../../api/types';
import { useSecond } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { durationText } from '../../i18n/duration-text';
import { minuteText, weekdayText } from '../../i18n/time-text';

interface RingPreviewProps {
  readonly time: string;
  readonly repeat: Repeat;
  readonly timezone: string;
}

/** Shows nothing while the time is incomplete, and until the server has said when this one rings. */
export function RingPreview({ time, repeat, timezone }: RingPreviewProps) {
  const intl = useIntl();
  const now = useSecond();
  const minute = now === null ? null : Math.floor(now / minuteMs);
  const rule = `${time} ${repeat} ${timezone}`;
  const { data, error } = useSWR<Preview, Error>(
    time === '' || minute === null ? null : ['alarm-preview', rule, minute],
    async () => ({ rule, instant: await previewAlarm({ time, repeat, timezone }) }),
    // What is kept from one minute to the next may be of another rule.
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  );
  const instant = error === undefined && data?.rule === rule ? data.instant : null;
  if (now === null || instant === null) return nothing;
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

interface Preview {
  readonly rule: string;
  readonly instant: Instant | null;
}

const minuteMs = 60_000;

/** Keeps the line's height. */
const nothing = '\u00a0';
