// A timer in full screen, readable from a distance.
import { X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import type { Timer } from '../../model/types';
import { StepName } from '../../components/faces/step-name';
import { Button } from '../../components/forms/button';
import { shortCountdownText } from '../../i18n/duration-text';
import { presentStep } from '../../rings/timer-steps';
import { icon } from '../../styles/icons';
import { screenDigits, screenWords } from '../../styles/timer-screen';
import { color, size, space } from '../../styles/theme';
import { RunButtons } from './run-buttons';
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
  const seconds = useTimerSeconds(timer);
  const name = timerName(intl, timer);
  const running = timer.enabled === 1;
  const step = isOver(timer) ? null : presentStep(timer);
  const text = shortCountdownText(seconds);
  return (
    <Screen data-screen aria-label={name} onClose={onClose}>
      <Words>
        <bdi>{name}</bdi>
      </Words>
      <Middle>
        <Digits role="timer" style={{ '--characters': text.length }}>
          {text}
        </Digits>
        {step !== null && (
          <Words>
            <StepName step={step} />
          </Words>
        )}
      </Middle>
      <Controls>
        <RunButtons timer={row} running={running} />
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

const Middle = styled.div`
  display: grid;
  align-content: center;
  justify-items: center;
  gap: ${space[16]};
`;

const Digits = styled.p`
  ${screenDigits}
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
