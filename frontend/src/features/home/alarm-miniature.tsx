// The preview of the alarm tool: the visitor's next alarm, or a sample at 07:00, and the time until it.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useAlarms } from '../../rows/alarms';
import { nextRing } from '../../rings/next-ring';
import { DayTime } from '../../components/faces/day-time';
import { alarmDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { useSecond } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { waitInPhrase } from '../../i18n/duration-text';
import { clockText } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { previewDigits } from '../../styles/home';
import { dayMs } from '../../model/time-of-day';

export function AlarmMiniature() {
  const intl = useIntl();
  const clock = useVisitorClock();
  const now = useSecond();
  const zone = useVisitorZone();
  const { alarms = [] } = useAlarms();
  const hidden = useHiddenRows(alarmDeletions);
  if (now === null || zone === null) return <Digits>{sample}</Digits>;

  const own = nextRing(alarms.filter((alarm) => !hidden.has(alarm.id)));
  const ring = own ?? now + untilSample(clockText(now, zone));
  const duration = waitInPhrase(intl, ring - now);
  const time = clock.text(ring, zone);
  return (
    <Miniature
      role="img"
      aria-label={intl.formatMessage({ id: 'home.alarmMiniature' }, { time, duration })}
    >
      <Digits>
        <DayTime {...(own === null ? clock.partsOf(sample) : clock.parts(ring, zone))} />
      </Digits>
    </Miniature>
  );
}

const sample = '07:00';

/** Milliseconds from a time of day to the sample's, on a day without a clock change. */
function untilSample(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  const sinceMidnight = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return ((7 * 3_600_000 - sinceMidnight + dayMs - 1) % dayMs) + 1;
}

const Miniature = styled.div`
  display: flex;
`;

const Digits = styled.span`
  ${previewDigits}
`;
