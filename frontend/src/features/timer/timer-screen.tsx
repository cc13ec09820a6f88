// A timer in full screen, readable from a distance.
import { useState } from 'react';
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import type { Timer } from '../../model/types';
import { StepName } from '../../components/faces/step-name';
import { TickRing } from '../../components/faces/tick-ring';
import { Button } from '../../components/forms/button';
import { shortCountdownText } from '../../i18n/duration-text';
import { presentStep } from '../../rings/timer-steps';
import { icon } from '../../styles/icons';
import { screenAir, screenDigits, screenWords } from '../../styles/timer-screen';
import { color, size, space } from '../../styles/theme';
import { RingTurn } from './ring-turn';
import { RunButtons } from './run-buttons';
import { TimeLeft } from './time-left';
import { timerName } from './timer-seed';
import { isOver } from './use-timer-writes';
import { FullScreen } from '../../components/desk/full-screen';

interface TimerScreenProps {
  readonly timer: Timer;
  readonly onClose: () => void;
}

export function TimerScreen({ timer: row, onClose }: TimerScreenProps) {
  const intl = useIntl();
  const timer = usePresentTimer(row);
  const present = useTimerSeconds(timer);
  const [by, setBy] = useState(0);
  const seconds = present + by;
  const name = timerName(intl, timer);
  const running = timer.enabled === 1;
  const step = isOver(timer) ? null : presentStep(timer);
  const text = shortCountdownText(seconds);
  const left = intl.formatMessage({ id: 'timer.turnName' }, { name });
  return (
    <Screen data-screen aria-label={name} onClose={onClose}>
      <Words>
        <bdi>{name}</bdi>
      </Words>
      <Middle>
        <Ring>
          <TickRing fraction={seconds / timer.runSeconds} running={running} />
          {running && <RingTurn timer={timer} seconds={present} by={by} onBy={setBy} />}
        </Ring>
        <Digits as="div" style={{ '--characters': text.length }}>
          <TimeLeft timer={timer} seconds={seconds} takesKeys>
            <span role="timer" aria-label={left} translate="no">
              {text}
            </span>
          </TimeLeft>
        </Digits>
        {step !== null && (
          <Words>
            <StepName step={step} />
          </Words>
        )}
      </Middle>
      <Controls>
        <RunButtons timer={row} running={running} less />
        <Button $kind="quiet" onClick={onClose}>
          <X {...icon.usual} />
          <FormattedMessage id="desk.leave" />
        </Button>
      </Controls>
    </Screen>
  );
}

const Screen = styled(FullScreen)`
  padding: ${space[24]} ${size.gutter};
  background: ${color.ground};
  color: ${color.ink};

  &[open] {
    display: grid;
    grid-template-rows: auto 1fr auto;
    justify-items: center;
  }
`;

/** The ring is behind the digits, which may be wider than it is. */
const Middle = styled.div`
  position: relative;
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space[16]};
  inline-size: 100%;
  container-type: size;
`;

const Ring = styled.div`
  position: absolute;
  inset: 0;
  margin: auto;
  inline-size: min(96cqi, 96cqb);
  block-size: min(96cqi, 96cqb);
`;

const Digits = styled.p`
  ${screenDigits}
  position: relative;
  padding: 0 ${screenAir};
  background: ${color.ground};
  pointer-events: none;
`;

const Words = styled.p`
  ${screenWords}
`;

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[12]};
`;
