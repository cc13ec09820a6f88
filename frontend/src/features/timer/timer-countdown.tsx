// The remaining time of a timer, in digits within a ring.
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import type { Timer } from '../../model/types';
import { StepName } from '../../components/faces/step-name';
import { TickRing } from '../../components/faces/tick-ring';
import { countdownText, lengthInPhrase, lengthText } from '../../i18n/duration-text';
import { presentStep } from '../../rings/timer-steps';
import { space } from '../../styles/theme';
import { largeRingDigits, timerSize } from '../../styles/timer';
import { RingTurn } from './ring-turn';
import { TimeLeft } from './time-left';
import { timerName } from './timer-seed';
import { isOver } from './use-timer-writes';
import { SmallPrint } from '../../components/page/texts';

interface TimerCountdownProps {
  readonly timer: Timer;
  /** Below the digits, which do not move. */
  readonly children: ReactNode;
}

export function TimerCountdown({ timer: row, children }: TimerCountdownProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const timer = usePresentTimer(row);
  const present = useTimerSeconds(timer);
  const [by, setBy] = useState(0);
  const seconds = present + by;
  const text = countdownText(seconds);
  const over = isOver(timer);
  const step = over ? null : presentStep(timer);
  // After an extension the run is longer than the timer's length.
  const length = lengthInPhrase(intl, over ? timer.totalSeconds : timer.runSeconds);
  const label = formatMessage({ id: 'timer.turnName' }, { name: timerName(intl, timer) });
  return (
    <Dial data-timer-ring={row.id}>
      <TickRing
        fraction={seconds / timer.runSeconds}
        running={timer.enabled === 1}
        label={label}
        valueText={seconds > 0 ? lengthText(intl, seconds) : text}
      />
      {timer.enabled === 1 && <RingTurn timer={timer} seconds={present} by={by} onBy={setBy} />}
      <Reading>
        <LargeDigits>
          <TimeLeft timer={timer} seconds={seconds}>
            <span role="timer" aria-label={label} translate="no">
              {text}
            </span>
          </TimeLeft>
        </LargeDigits>
        <SmallPrint as="span">
          {step === null ? (
            formatMessage({ id: over ? 'timer.done' : 'timer.of' }, { length })
          ) : (
            <StepName step={step} />
          )}
        </SmallPrint>
      </Reading>
      <Below>{children}</Below>
    </Dial>
  );
}

const Dial = styled.div`
  position: relative;
  justify-self: center;
  inline-size: ${timerSize.ringLarge};
  max-inline-size: 100%;
  aspect-ratio: 1;
`;

/** Takes no pointers from the ring. */
const Reading = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space[8]};
  pointer-events: none;
`;

/** In the lower part of the ring. */
const Below = styled.div`
  position: absolute;
  inset-block-end: 12%;
  inset-inline: 0;
  display: grid;
  justify-items: center;
  pointer-events: none;

  > * {
    pointer-events: auto;
  }
`;

const LargeDigits = styled.span`
  ${largeRingDigits}
`;
