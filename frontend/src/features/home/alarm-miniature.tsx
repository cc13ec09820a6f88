// The preview of the alarm tool: the visitor's next alarm and the time until it; without one, only its picture.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useAlarms } from '../../rows/alarms';
import { nextRing } from '../../rings/next-ring';
import { DayTime } from '../../components/faces/day-time';
import { alarmDeletions, useHiddenRows } from '../../rings/pending-deletions';
import { useSecond } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { waitInPhrase } from '../../i18n/duration-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { previewDigits } from '../../styles/home';

export function AlarmMiniature() {
  const intl = useIntl();
  const clock = useVisitorClock();
  const now = useSecond();
  const zone = useVisitorZone();
  const { alarms = [] } = useAlarms();
  const hidden = useHiddenRows(alarmDeletions);
  const ring = nextRing(alarms.filter((alarm) => !hidden.has(alarm.id)));
  if (now === null || zone === null || ring === null) {
    return (
      <svg viewBox="0 0 24 24" width="3.2rem" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M12 9v4l2 2M5 3L2 6M22 6L19 3M4 13a8 8 0 1 0 16 0a8 8 0 1 0-16 0" />
      </svg>
    );
  }
  const duration = waitInPhrase(intl, ring - now);
  const time = clock.text(ring, zone);
  return (
    <Miniature
      role="img"
      aria-label={intl.formatMessage({ id: 'home.alarmMiniature' }, { time, duration })}
    >
      <Digits>
        <DayTime {...clock.parts(ring, zone)} />
      </Digits>
    </Miniature>
  );
}

const Miniature = styled.div`
  display: flex;
`;

const Digits = styled.span`
  ${previewDigits}
`;
