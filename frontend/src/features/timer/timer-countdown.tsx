// The remaining time of a timer, in digits within a ring.
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import type { Timer } from '../../model/types';
import { StepName } from '../../components/faces/step-name';
import { TickRing } from '../../components/faces/tick-ring';
import { countdownText, lengthInPhrase, lengthText } from '../../i18n/duration-text';
import { presentStep } from '../../rings/timer-steps';
import { below, color, size, space } from '../../styles/theme';
import { largeRingDigits, ringDigits, smallText, twinDigits } from '../../styles/type';
import { isOver } from './use-timer-writes';

interface TimerCountdownProps {
  readonly timer: Timer;
  /** Drawn large, because it is the only timer. */
  readonly large: boolean;
  /** Below the digits, which do not move. */
  readonly children: ReactNode;
}

export function TimerCountdown({ timer: row, large, children }: TimerCountdownProps) {
  const intl = useIntl();
  const timer = usePresentTimer(row);
  const seconds = useTimerSeconds(timer);
  const text = countdownText(seconds);
  const over = isOver(timer);
  const step = over ? null : presentStep(timer);
  // After an extension the run is longer than the timer's length.
  const length = lengthInPhrase(intl, over ? timer.totalSeconds : timer.runSeconds);
  const isWhole = !over && step === null && seconds === timer.totalSeconds;
  return (
    <Dial $large={large}>
      <TickRing
        fraction={seconds / timer.runSeconds}
        running={timer.enabled === 1}
        label={intl.formatMessage({ id: 'timer.remaining' })}
        valueText={seconds > 0 ? lengthText(intl, seconds) : text}
      />
      <Reading>
        <Digits $large={large} role="timer">
          {text}
        </Digits>
        <Length data-plain={isWhole ? '' : undefined}>
          {step === null ? (
            <FormattedMessage id={over ? 'timer.done' : 'timer.of'} values={{ length }} />
          ) : (
            <StepName step={step} />
          )}
        </Length>
      </Reading>
      <Below>{children}</Below>
    </Dial>
  );
}

const Dial = styled.div<{ readonly $large: boolean }>`
  position: relative;
  justify-self: center;
  /* Rings are aligned when the names beside each other have one and two lines. */
  align-self: end;
  inline-size: ${({ $large }) => ($large ? size.ringLarge : size.ring)};
  max-inline-size: 100%;
  aspect-ratio: 1;

  /* In a card that is folded up, the digits alone. */
  ${below.sm} {
    [data-folded] & {
      grid-area: time;
      place-self: start;
      inline-size: auto;
      aspect-ratio: auto;

      > [role='progressbar'] {
        display: none;
      }
    }
  }
`;

const Reading = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space[8]};

  ${below.sm} {
    [data-folded] & {
      position: static;
      display: flex;
      flex-wrap: wrap;
      place-content: start;
      align-items: baseline;
    }
  }
`;

/** In the lower part of the ring. */
const Below = styled.div`
  position: absolute;
  inset-block-end: 12%;
  inset-inline: 0;
  display: grid;
  justify-items: center;
`;

const Digits = styled.span<{ readonly $large: boolean }>`
  ${({ $large }) => ($large ? largeRingDigits : ringDigits)}

  ${below.sm} {
    [data-folded] & {
      ${twinDigits}
    }
  }
`;

const Length = styled.span`
  ${smallText}
  color: ${color.inkSoft};

  /* The digits say it. */
  ${below.sm} {
    [data-folded] &[data-plain] {
      display: none;
    }
  }
`;
