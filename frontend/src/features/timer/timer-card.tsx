// The only timer as a card: its name, the time left in digits within a large ring, and its buttons.
import { useIntl } from 'react-intl';
import { Maximize2, Share2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styled, { css } from 'styled-components';
import type { Timer } from '../../model/types';
import { Button, onFirstClick, Chip, IconButton } from '../../components/forms/button';
import { ChangingText, SmallPrint } from '../../components/page/texts';
import { RowName } from '../../components/lists/named-rows';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { preloadOnHoverOrFocus } from '../../loading/load-code';
import { rowAnchor } from '../../rings/next-ring';
import { isAtBeginning, presentStep } from '../../rings/timer-steps';
import { icon, space, color, from, radius, size } from '../../styles/theme';
import { floating, sharing, TimerStage, useTimerWindows } from './timer-windows';
import { timerName } from './timer-seed';
import { addedMinutes, useTimerWrites, isOver } from './use-timer-writes';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import { StepName, TickRing } from '../../components/faces/timer-ring';
import { countdownText, lengthInPhrase, lengthText } from '../../i18n/duration-text';
import { largeRingDigits, timerSize } from '../../styles/timer';
import { RingTurn } from './ring-turn';
import { TimeLeft } from './time-left';
import { FloatButton } from '../../components/float/float-button';
import { linkedRow } from '../../styles/cards';
import { lowTwoColumns } from '../../styles/screens';

interface TimerCardProps {
  readonly timer: Timer;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onFullScreen: () => void;
}

export function TimerCard({ timer, onEdit, onDelete, onFullScreen }: TimerCardProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { toggle, addMinute, reset } = useTimerWrites();
  const { share, fillScreen, dialogs } = useTimerWindows(timer, onFullScreen);
  const name = timerName(intl, timer);
  const running = timer.enabled === 1;
  const whole = isAtBeginning(timer);

  return (
    <Card id={rowAnchor('timer', timer.id)} tabIndex={-1} aria-label={name}>
      <Head>
        <Words>
          <RowName as="h2">
            <bdi>{name}</bdi>
          </RowName>
          <UnsavedNote list="timers" id={timer.id} />
        </Words>
        <Corner
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.shareName' }, { name })}
          {...preloadOnHoverOrFocus(sharing)}
          onClick={share}
        >
          <Share2 {...icon.medium} />
        </Corner>
        <CornerFloat
          label={formatMessage({ id: 'timer.floatName' }, { name })}
          title={name}
          floating={floating}
          props={{ id: timer.id }}
        />
        <Corner
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.screenName' }, { name })}
          {...preloadOnHoverOrFocus(TimerStage)}
          onClick={fillScreen}
        >
          <Maximize2 {...icon.medium} />
        </Corner>
      </Head>
      <TimerCountdown timer={timer}>
        {running && (
          <More
            $kind="quiet"
            aria-label={formatMessage(
              { id: 'timer.addMinutesName' },
              { name, minutes: addedMinutes },
            )}
            onClick={() => void addMinute(timer)}
          >
            {formatMessage({ id: 'timer.addMinutes' }, { minutes: addedMinutes })}
          </More>
        )}
      </TimerCountdown>
      <Actions>
        <Button
          $kind={running ? 'plain' : 'primary'}
          aria-label={formatMessage(
            { id: running ? 'timer.pauseName' : 'timer.startName' },
            { name },
          )}
          onClick={onFirstClick(() => void toggle(timer))}
        >
          <ChangingText id={running ? 'timer.pause' : 'timer.start'} />
        </Button>
        <Button
          aria-label={formatMessage({ id: 'timer.resetName' }, { name })}
          aria-disabled={whole}
          onClick={() => {
            if (!whole) void reset(timer);
          }}
        >
          {formatMessage({ id: 'timer.reset' })}
        </Button>
        <Button
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.editName' }, { name })}
          onClick={onEdit}
        >
          {formatMessage({ id: 'timer.edit' })}
        </Button>
        <Button
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.deleteName' }, { name })}
          onClick={onDelete}
        >
          {formatMessage({ id: 'timer.delete' })}
        </Button>
      </Actions>
      {dialogs}
    </Card>
  );
}

interface TimerCountdownProps {
  readonly timer: Timer;
  /** Below the digits, which do not move. */
  readonly children: ReactNode;
}

function TimerCountdown({ timer: row, children }: TimerCountdownProps) {
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

const Card = styled.article`
  ${linkedRow}
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  gap: ${space[24]};
  min-inline-size: 0;
  padding: ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};

  ${from.md} {
    padding: ${space[48]};
  }

  /* On a phone in landscape the buttons are beside the ring. */
  ${lowTwoColumns} {
    grid-template: auto 1fr / auto minmax(0, 1fr);
    gap: ${space[8]} ${space[32]};
    padding: ${space[16]} ${space[24]};

    > :first-child {
      grid-column: 1 / -1;
    }

    > :nth-child(3) {
      align-self: center;
    }
  }
`;

/** The name, and at the other end the actions on the whole card. */
const Head = styled.div`
  display: flex;
  align-items: start;
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
`;

/** No higher than the name beside it. */
const corner = css`
  margin-block: calc(-1 * ${space[12]});

  &:last-child {
    margin-inline-end: calc(-1 * ${space[12]});
  }
`;

const Corner = styled(IconButton)`
  ${corner}
`;

const CornerFloat = styled(FloatButton)`
  ${corner}
` as typeof FloatButton;

const More = styled(Chip)`
  padding-inline: ${space[12]};
`;

/** In pairs, if their texts fit. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  inline-size: 100%;
  max-inline-size: ${timerSize.card};
  margin-inline: auto;

  > button {
    flex: 1 0 36%;
  }
`;
