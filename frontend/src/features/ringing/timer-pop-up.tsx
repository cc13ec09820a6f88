// The pop-up of a completed timer: a box over the dimmed page.
import { useId } from 'react';
import { Hourglass } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useToasts } from '../../components/dialogs/toasts';
import { lengthText, shortCountdownText } from '../../i18n/duration-text';
import { color, radius, size, space } from '../../styles/theme';
import { boxLabel, bottomInset, coversWindow, ringSize } from '../../styles/ringing';
import { overline, ringDigits } from '../../styles/type';
import { useElapsedSeconds } from '../../time/second-edges';
import { addedMinutes, addMinute, repeatTimer, stopRings } from './answers';
import { longestWordInEms } from './label-width';
import type { Occurrence, TimerOccurrence } from '../../rings/occurrence';
import { OtherRings } from './other-rings';
import { usePopUp } from './pop-up';
import { RunOn, SoundHeldBack, Stop } from './ring-controls';
import { nameOf } from './ring-words';
import { useAnswerToasts } from './use-answer-toasts';

interface TimerPopUpProps {
  readonly ring: TimerOccurrence;
  /** Other rings, the newest first. */
  readonly others: readonly Occurrence[];
}

export function TimerPopUp({ ring, others }: TimerPopUpProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const id = useId();
  const say = useAnswerToasts();
  const stop = () => {
    stopRings([ring, ...others]);
    say.stopped([ring, ...others]);
  };
  const { dialog, inside, stopButton } = usePopUp(stop);
  const name = nameOf(intl, ring);
  const over = `+${shortCountdownText(useElapsedSeconds(ring.dueAt))}`;
  const runOn = (write: (ring: TimerOccurrence) => Promise<void>) => () => {
    write(ring).catch(() => {
      toasts.showFailure(
        intl.formatMessage({ id: 'ringing.runOnFailedTitle' }),
        intl.formatMessage({ id: 'ringing.runOnFailedText' }),
      );
    });
  };

  return (
    <Veil ref={dialog} aria-labelledby={`${id}-name`} aria-describedby={`${id}-message`}>
      <Box ref={inside}>
        <Face role="alert">
          <Icon aria-hidden="true" size={ringSize.icon} strokeWidth={1.25} />
          <Length>{lengthText(intl, ring.totalSeconds)}</Length>
          <Label id={`${id}-name`} style={{ '--longest-word': longestWordInEms(name) }}>
            <bdi>{name}</bdi>
          </Label>
          <p id={`${id}-message`}>{formatMessage({ id: 'ringing.timerMessage' })}</p>
          <OtherRings
            rings={others}
            onStop={(other) => {
              stopRings([other]);
              say.stopped([other]);
            }}
          />
        </Face>
        {/* Outside of the live region, because it changes every second. */}
        <Over role="timer" aria-label={intl.formatMessage({ id: 'ringing.over' })}>
          {over}
        </Over>
        <Answers>
          <SoundHeldBack />
          <Stop ref={stopButton} count={others.length + 1} onStop={stop} />
          <RunOn minutes={addedMinutes} onAdd={runOn(addMinute)} onRepeat={runOn(repeatTimer)} />
        </Answers>
      </Box>
    </Veil>
  );
}

const Veil = styled.dialog`
  ${coversWindow}
  padding: ${space[24]} ${size.gutter} calc(${space[24]} + ${bottomInset});
  background: ${color.veil};
  color: ${color.ink};

  &::backdrop {
    background: transparent;
  }

  &[open] {
    display: grid;
  }
`;

const Box = styled.div`
  display: grid;
  inline-size: 100%;
  max-inline-size: ${ringSize.box};
  margin: auto;
  padding: ${space[32]} ${space[24]} 0;
  border-radius: ${radius.surface};
  background: ${color.surface};
`;

const Face = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  text-align: center;
`;

/** With a constant width. */
const Over = styled.p`
  ${ringDigits}
  margin-block-start: ${space[16]};
  text-align: center;
`;

const Icon = styled(Hourglass)`
  color: ${color.accent};
`;

const Length = styled.p`
  ${overline}
  margin-block-start: ${space[12]};
  color: ${color.inkSoft};
`;

const Label = styled.h2`
  ${boxLabel}
  margin-block: ${space[4]} ${space[8]};
`;

/** Always visible, however long the label is. */
const Answers = styled.div`
  position: sticky;
  inset-block-end: calc(-1 * ${space[24]});
  display: grid;
  gap: ${space[16]};
  padding-block: ${space[24]};
  border-radius: ${radius.surface};
  background: ${color.surface};
`;
