// The bedside clock: a dark screen with the time and the next alarm, which stays on so that the alarm can ring.
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useAlarms } from '../../rows/alarms';
import { nextRing } from '../../rings/next-ring';
import { useAway } from '../../api/reachable';
import { DayTime } from '../../components/faces/day-time';
import { DeskScreen } from '../../components/desk/desk-screen';
import { Button } from '../../components/forms/button';
import { comingDayText } from '../../i18n/weekday-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { deskDigits, deskWords } from '../../styles/desk';
import { icon } from '../../styles/icons';
import { color, space } from '../../styles/theme';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';

export function BedsideClock({ onClose }: { readonly onClose: () => void }) {
  const { formatMessage } = useIntl();
  const clock = useVisitorClock();
  const minute = useMinute();
  const zone = useVisitorZone();
  const away = useAway();
  return (
    <DeskScreen
      name={formatMessage({ id: 'bedside.name' })}
      minute={minute}
      onClose={onClose}
      controls={
        <Leave onClick={onClose}>
          <X {...icon.usual} />
          <FormattedMessage id="dialog.close" />
        </Leave>
      }
    >
      {minute !== null && zone !== null && (
        <>
          <Time>
            <DayTime {...clock.parts(minute, zone)} />
          </Time>
          <Words>
            <NextAlarm zone={zone} minute={minute} />
          </Words>
          {away && (
            <Words>
              <FormattedMessage id="away.time" />
            </Words>
          )}
        </>
      )}
    </DeskScreen>
  );
}

interface NextAlarmProps {
  readonly zone: string;
  readonly minute: number;
}

function NextAlarm({ zone, minute }: NextAlarmProps) {
  const intl = useIntl();
  const clock = useVisitorClock();
  const { alarms } = useAlarms();
  if (alarms === undefined) return null;
  const ring = nextRing(alarms);
  if (ring === null) return <FormattedMessage id="alarm.noneOn" />;
  return (
    <FormattedMessage
      id="bedside.next"
      values={{
        weekday: comingDayText(intl, ring, minute, zone),
        time: clock.text(ring, zone),
      }}
    />
  );
}

const Time = styled.p`
  ${deskDigits}
  line-height: 1;
`;

const Words = styled.p`
  ${deskWords}
  color: ${color.inkSoft};
  text-align: center;
  padding-inline: ${space[16]};
`;

const Leave = styled(Button)`
  margin-inline-start: auto;
`;
