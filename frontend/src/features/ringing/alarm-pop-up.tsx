// The pop-up of a ringing alarm: the whole screen in the accent colour.
import { useId } from 'react';
import { AlarmClock } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { DayTime } from '../../components/faces/day-time';
import { useToasts } from '../../components/dialogs/toasts';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { color, from, lowScreen, size, space } from '../../styles/theme';
import { bottomInset, coversWindow, ringLabel, ringSize, ringTime } from '../../styles/ringing';
import { leadText } from '../../styles/type';
import { snooze, stopRings } from './answers';
import { longestWordInEms, widthInEms } from './label-width';
import type { AlarmOccurrence, Occurrence } from '../../rings/occurrence';
import { OtherRings } from './other-rings';
import { usePopUp } from './pop-up';
import { Snooze, SoundHeldBack, Stop } from './ring-controls';
import { nameOf, snoozedText } from './ring-words';
import { useAnswerToasts } from './use-answer-toasts';

interface AlarmPopUpProps {
  readonly ring: AlarmOccurrence;
  /** Other rings, the newest first. */
  readonly others: readonly Occurrence[];
}

export function AlarmPopUp({ ring, others }: AlarmPopUpProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const toasts = useToasts();
  const id = useId();
  const clock = useVisitorClock();
  const say = useAnswerToasts();
  const stop = () => {
    stopRings([ring, ...others]);
    say.stopped([ring, ...others]);
  };
  const { dialog, inside, stopButton } = usePopUp(stop);
  const name = nameOf(intl, ring);

  const snoozeIt = () => {
    const said = say.snoozed(ring);
    snooze(ring).catch(async () => {
      await said;
      toasts.showFailure(
        snoozedText(intl, clock, ring),
        intl.formatMessage({ id: 'ringing.snoozeFailedText' }),
      );
    });
  };

  return (
    <Screen
      ref={dialog}
      data-covers-all
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-message`}
    >
      <Face role="alert">
        <Icon aria-hidden="true" size={ringSize.icon} strokeWidth={1.25} />
        <Message id={`${id}-message`}>{formatMessage({ id: 'ringing.alarmMessage' })}</Message>
        <Time>
          <DayTime {...clock.partsOf(ring.time)} />
        </Time>
        <Label
          id={`${id}-name`}
          style={{ '--ems': widthInEms(name), '--longest-word': longestWordInEms(name) }}
        >
          <bdi>{name}</bdi>
        </Label>
        <OtherRings rings={others} />
      </Face>
      <Answers ref={inside}>
        <SoundHeldBack />
        <Buttons>
          <Snooze minutes={ring.snoozeMinutes} onSnooze={snoozeIt} />
          <Stop ref={stopButton} count={others.length + 1} onStop={stop} />
        </Buttons>
      </Answers>
    </Screen>
  );
}

const Screen = styled.dialog`
  ${coversWindow}
  --answer: ${color.onAccent};
  --on-answer: ${color.accent};
  padding: ${space[24]} ${size.gutter} 0;
  background: ${color.accent};
  color: ${color.onAccent};

  &[open] {
    display: flex;
    flex-direction: column;
  }

  *:focus-visible {
    outline-color: ${color.onAccent};
  }

  ${from.md} {
    justify-content: safe center;
  }
`;

/** Takes the space that the buttons leave; they are at the bottom on a phone, and below the label elsewhere. */
const Face = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  text-align: center;

  ${from.md} {
    flex: none;
  }
`;

const Icon = styled(AlarmClock)`
  flex: none;

  ${lowScreen} {
    display: none;
  }
`;

const Message = styled.p`
  ${leadText}
  margin-block: ${space[12]} ${space[16]};

  ${lowScreen} {
    margin-block: 0 ${space[4]};
  }
`;

const Time = styled.p`
  ${ringTime}
`;

const Label = styled.h2`
  ${ringLabel}
  max-inline-size: min(100%, ${ringSize.label});
  margin-block-start: ${space[16]};

  ${lowScreen} {
    margin-block-start: ${space[4]};
  }
`;

/** Always visible, however long the label is. */
const Answers = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: grid;
  gap: ${space[16]};
  justify-items: center;
  padding-block: ${space[24]} calc(${space[24]} + ${bottomInset});
  background: ${color.accent};

  ${from.md} {
    padding-block-start: ${space[48]};
  }

  ${lowScreen} {
    padding-block: ${space[12]} calc(${space[12]} + ${bottomInset});
  }
`;

const Buttons = styled.div`
  display: flex;
  inline-size: 100%;
  max-inline-size: ${ringSize.answers};
  gap: ${space[16]};
`;
