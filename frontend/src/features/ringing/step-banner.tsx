// A banner for a timer's step that begins; it disappears by itself and takes no focus.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { StepName } from '../../components/faces/timer-ring';
import type { TimerOccurrence } from '../../rings/occurrence';
import type { StepPlace } from '../../rings/timer-steps';
import { edgeBar, stepName } from '../../styles/ringing';
import { color, from, size, space } from '../../styles/theme';
import { answerRings } from '../../ringing/store';
import { pointersAfterMs } from './pop-up';
import { SoundHeldBack } from './ring-controls';

interface StepBannerProps {
  readonly ring: TimerOccurrence;
  readonly step: StepPlace;
}

export function StepBanner({ ring, step }: StepBannerProps) {
  const { formatMessage } = useIntl();
  const [openedAt] = useState(() => performance.now());
  /** A press that was meant for what the banner covers. */
  const isEarly = () => performance.now() - openedAt < pointersAfterMs;
  return (
    <Strip>
      <Words role="status">
        {ring.label !== null && (
          <p>
            <bdi>{ring.label}</bdi>
          </p>
        )}
        <Name>
          <StepName step={step} />
        </Name>
      </Words>
      <SoundHeldBack />
      <Silence
        type="button"
        onClick={() => {
          if (!isEarly()) answerRings([ring]);
        }}
      >
        {formatMessage({ id: 'ringing.stop' })}
      </Silence>
    </Strip>
  );
}

const Strip = styled.div`
  ${edgeBar}
  inset-block-start: 0;
  background: ${color.accent};
  color: ${color.onAccent};

  /* As high as a header of one line with its ticks. */
  ${from.lg} {
    padding-block: ${space[24]};
  }

  *:focus-visible {
    outline-color: ${color.onAccent};
  }
`;

const Words = styled.div`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Name = styled.p`
  ${stepName}
`;

const Silence = styled.button`
  min-block-size: ${size.touch};
  min-inline-size: ${space[96]};
  padding: ${space[8]} ${space[16]};
  border: ${size.hairline} solid currentColor;
  border-radius: ${space[12]};
  background: transparent;
`;
