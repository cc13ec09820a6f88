// What answers a ring: its buttons, and the list of other rings, each of which can be stopped alone; the name of a
// ring, and until when it is snoozed.
import { type Ref, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { VolumeX } from 'lucide-react';
import styled, { css } from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { icon, color, radius, size, space } from '../../styles/theme';
import { answersRow, answerText, ringSize } from '../../styles/ringing';
import { smallText } from '../../styles/type';
import type { AlarmOccurrence, Occurrence, TimerOccurrence } from '../../rings/occurrence';
import { useSounding, type Sounding } from '../../ringing/sound';
import { useVisitorClock } from '../../i18n/clock-time';
import { lengthText } from '../../i18n/duration-text';
import { Chip } from '../../components/forms/button';
import { useToasts } from '../../components/dialogs/toasts';
import { nameOf } from './answer-toasts';
import { addedMinutes, addMinute, repeatTimer } from './answers';
import { smallDigits } from '../../styles/small-parts';

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

/** Buttons of a finished timer: run for some more minutes, or from the beginning. */
export function RunOn({ ring }: { readonly ring: TimerOccurrence }) {
  const { formatMessage } = useIntl();
  const toasts = useToasts();
  const runOn = (write: (ring: TimerOccurrence) => Promise<void>) => () => {
    write(ring).catch(() => {
      toasts.showFailure(
        formatMessage({ id: 'ringing.runOnFailedTitle' }),
        formatMessage({ id: 'ringing.runOnFailedText' }),
      );
    });
  };
  return (
    <Pair>
      <RunOnButton type="button" onClick={runOn(addMinute)}>
        {formatMessage({ id: 'timer.addMinutes' }, { minutes: addedMinutes })}
      </RunOnButton>
      <RunOnButton type="button" onClick={runOn(repeatTimer)}>
        {formatMessage({ id: 'ringing.repeat' })}
      </RunOnButton>
    </Pair>
  );
}

interface OtherRingsProps {
  readonly rings: readonly Occurrence[];
  /** Stops one of them alone. */
  readonly onStop: (ring: Occurrence) => void;
}

export function OtherRings({ rings, onStop }: OtherRingsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const id = useId();
  const clock = useVisitorClock();
  if (rings.length === 0) return null;
  return (
    <Others>
      <p>{formatMessage({ id: 'ringing.others' }, { count: rings.length })}</p>
      <Rows>
        {rings.map((ring) => (
          <Other key={ring.key}>
            {ring.kind === 'alarm' ? (
              <Time>{clock.textOf(ring.time)}</Time>
            ) : (
              <span>{lengthText(intl, ring.totalSeconds)}</span>
            )}
            <Name id={`${id}-${ring.key}`}>
              <bdi>{nameOf(intl, ring)}</bdi>
            </Name>
            <StopChip
              id={`${id}-${ring.key}-stop`}
              aria-labelledby={`${id}-${ring.key}-stop ${id}-${ring.key}`}
              onClick={() => {
                onStop(ring);
              }}
            >
              {formatMessage({ id: 'ringing.stop' })}
            </StopChip>
          </Other>
        ))}
      </Rows>
    </Others>
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
`;

const Pair = styled.div`
  ${answersRow}
  display: grid;
  grid-template-columns: repeat(2, 1fr);
  gap: ${space[16]};
`;

const RunOnButton = styled.button`
  min-block-size: ${size.touch};
  padding: ${space[8]};
  border: ${size.hairline} solid currentColor;
  border-radius: ${radius.control};
  background: transparent;
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

const Others = styled.div`
  margin-block-start: ${space[24]};
`;

/** The names are aligned, and as wide as the longest. */
const Rows = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, auto);
  justify-content: center;
  gap: ${space[4]} ${space[12]};
  margin-block-start: ${space[4]};
`;

const Other = styled.li`
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  align-items: baseline;
  text-align: start;
`;

const Time = styled.span`
  ${smallDigits}
`;

/** In the colours of the screen. */
const StopChip = styled(Chip)`
  border-color: currentColor;
  color: inherit;
`;

const Name = styled.span`
  overflow-wrap: anywhere;
`;
