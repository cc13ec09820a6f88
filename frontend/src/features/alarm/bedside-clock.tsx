// The bedside clock: a dark screen with the time and the next alarm, which stays on so that the alarm can ring.
import { useRef } from 'react';
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useRows } from '../../rows/lists';
import { nextRing, firstSilentRing } from '../../rings/next-ring';
import { useAway } from '../../api/client';
import { DayTime } from '../../components/faces/day-time';
import { storedValue, useStoredValue } from '../../browser/stored-value';
import { DeskScreen, type Dimming } from '../../components/desk/desk-screen';
import { Button } from '../../components/forms/button';
import { comingDayText } from '../../i18n/date-text';
import { useVisitorClock } from '../../i18n/clock-time';
import { deskDigits, deskWords } from '../../styles/desk';
import { icon, color, size, space } from '../../styles/theme';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { useDaysOff } from '../../offline/days-off';
import { silentText } from './ring-text';

/** In percent; still readable in a dark room. */
const leastBrightness = 15;
const mostBrightness = 100;
const brightnessStep = 5;

const bedsideBrightness = storedValue('bedside-brightness:v1', mostBrightness, (stored) =>
  typeof stored === 'number' && Number.isFinite(stored) ? within(stored) : null,
);

function changeBrightness(by: number): void {
  bedsideBrightness.write(within(bedsideBrightness.read() + by));
}

function within(brightness: number): number {
  return Math.min(mostBrightness, Math.max(leastBrightness, Math.round(brightness)));
}

export function BedsideClock({ onClose }: { readonly onClose: () => void }) {
  const { formatMessage } = useIntl();
  const clock = useVisitorClock();
  const minute = useMinute();
  const zone = useVisitorZone();
  const away = useAway();
  const brightness = useStoredValue(bedsideBrightness, mostBrightness);
  /** A pull moves it by less than a percent. */
  const pulled = useRef(0);
  function dim(by: Dimming) {
    if ('steps' in by) {
      changeBrightness(by.steps * brightnessStep);
      return;
    }
    pulled.current += by.screens * mostBrightness;
    const whole = Math.trunc(pulled.current);
    pulled.current -= whole;
    if (whole !== 0) changeBrightness(whole);
  }
  return (
    <DeskScreen
      name={formatMessage({ id: 'bedside.name' })}
      minute={minute}
      onClose={onClose}
      brightness={brightness}
      onDim={dim}
      controls={
        <>
          <Brightness>
            {formatMessage({ id: 'bedside.brightness' })}
            <Range
              type="range"
              min={leastBrightness}
              max={mostBrightness}
              step={brightnessStep}
              value={brightness}
              onChange={({ target }) => {
                bedsideBrightness.write(within(target.valueAsNumber));
              }}
            />
          </Brightness>
          <Leave onClick={onClose}>
            <X {...icon.medium} />
            {formatMessage({ id: 'dialog.close' })}
          </Leave>
        </>
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
          <Silent zone={zone} minute={minute} />
          {away && <Words>{formatMessage({ id: 'away.time' })}</Words>}
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
  const { formatMessage } = intl;
  const clock = useVisitorClock();
  const { rows: alarms } = useRows('alarms');
  if (alarms === undefined) return null;
  const ring = nextRing(alarms);
  if (ring === null) return formatMessage({ id: 'alarm.noneOn' });
  return formatMessage(
    { id: 'bedside.next' },
    {
      weekday: comingDayText(intl, ring, minute, zone),
      time: clock.text(ring, zone),
    },
  );
}

/** That an alarm is silent today or tomorrow: who goes to bed by it should know. */
function Silent({ zone, minute }: NextAlarmProps) {
  const intl = useIntl();
  const { rows: alarms } = useRows('alarms');
  const silent = firstSilentRing(alarms ?? [], useDaysOff(), minute);
  if (silent === null || silent.days > 1) return null;
  return <Words>{silentText(intl, silent, zone)}</Words>;
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

const Brightness = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  color: ${color.inkSoft};
`;

const Range = styled.input`
  min-block-size: ${size.touch};
  margin: 0;
  accent-color: ${color.inkSoft};
`;

const Leave = styled(Button)`
  margin-inline-start: auto;
`;
