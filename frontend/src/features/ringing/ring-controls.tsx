// The controls of a ring: stop, snooze, and a button for blocked sound.
import type { Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { VolumeX } from 'lucide-react';
import styled, { css } from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { icon } from '../../styles/icons';
import { color, radius, size, space } from '../../styles/theme';
import { answersRow, answerText, ringSize } from '../../styles/ringing';
import { smallText } from '../../styles/type';
import type { AlarmOccurrence } from '../../rings/occurrence';
import { useSounding, type Sounding } from '../../ringing/sound';

const reasonsForSilence: Partial<Record<Sounding, MessageId>> = {
  blocked: 'ringing.soundBlocked',
  failed: 'ringing.soundFailed',
};

/** Explains why nothing is heard, with a button that enables the sound or retries it. */
export function SoundHeldBack() {
  const reason = reasonsForSilence[useSounding()];
  if (reason === undefined) return null;
  return (
    <HeldBack role="status">
      <FormattedMessage id={reason} />
      <SoundButton type="button">
        <VolumeX {...icon.medium} />
        <FormattedMessage id="ringing.soundOn" />
      </SoundButton>
    </HeldBack>
  );
}

interface StopProps {
  readonly count: number;
  readonly onStop: () => void;
  readonly ref: Ref<HTMLButtonElement>;
}

export function Stop({ count, onStop, ref }: StopProps) {
  const { formatMessage } = useIntl();
  return (
    <StopButton ref={ref} type="button" onClick={onStop}>
      {formatMessage({ id: count > 1 ? 'ringing.stopAll' : 'ringing.stop' })}
    </StopButton>
  );
}

interface SnoozeProps {
  /** The alarms that ring. */
  readonly alarms: readonly AlarmOccurrence[];
  readonly onSnooze: () => void;
}

/** Snoozes every alarm that rings, each for its own time. */
export function Snooze({ alarms, onSnooze }: SnoozeProps) {
  const { formatMessage } = useIntl();
  const [first, ...others] = alarms;
  if (first === undefined) return null;
  return (
    <SnoozeButton type="button" onClick={onSnooze}>
      {others.length > 0
        ? formatMessage({ id: 'ringing.snoozeAll' })
        : formatMessage({ id: 'ringing.snooze' }, { minutes: first.snoozeMinutes })}
    </SnoozeButton>
  );
}

interface RunOnProps {
  readonly minutes: number;
  readonly onAdd: () => void;
  readonly onRepeat: () => void;
}

/** Buttons of a finished timer: run for some more minutes, or from the beginning. */
export function RunOn({ minutes, onAdd, onRepeat }: RunOnProps) {
  const { formatMessage } = useIntl();
  return (
    <Pair>
      <RunOnButton type="button" onClick={onAdd}>
        {formatMessage({ id: 'timer.addMinutes' }, { minutes })}
      </RunOnButton>
      <RunOnButton type="button" onClick={onRepeat}>
        {formatMessage({ id: 'ringing.repeat' })}
      </RunOnButton>
    </Pair>
  );
}

const control = css`
  flex: 1;
  ${answerText}
  min-block-size: ${ringSize.answer};
  padding: ${space[12]} ${space[8]};
  border: ${size.hairline} solid currentColor;
  border-radius: ${radius.control};
`;

const StopButton = styled.button`
  ${control}
  border-color: var(--answer, ${color.accent});
  background: var(--answer, ${color.accent});
  color: var(--on-answer, ${color.onAccent});
`;

const SnoozeButton = styled.button`
  ${control}
  background: transparent;
  color: inherit;
`;

const Pair = styled.div`
  ${answersRow}
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]};
`;

const RunOnButton = styled.button`
  min-block-size: ${size.touch};
  padding: ${space[8]};
  border: ${size.hairline} solid currentColor;
  border-radius: ${radius.control};
  background: transparent;
  color: inherit;
`;

const HeldBack = styled.div`
  ${smallText}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[8]} ${space[16]};
  text-align: center;
  text-wrap: balance;
`;

const SoundButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-block-size: ${size.touch};
  padding: ${space[8]} ${space[16]};
  border: ${size.hairline} solid currentColor;
  border-radius: ${radius.full};
  background: transparent;
`;
