// One timer: its name, the ring that empties, what is left, and its buttons.
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { useTimerSeconds } from '../../api/timer-remaining';
import type { Timer } from '../../api/types';
import { Button } from '../../components/forms/button';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { TickRing } from '../../components/faces/tick-ring';
import { countdownText, lengthText } from '../../i18n/duration-text';
import { color, from, radius, size, space } from '../../styles/theme';
import { itemTitle, largeRingDigits, ringDigits, smallText } from '../../styles/type';
import { timerName } from './timer-words';
import { isOver, useTimerWrites } from './use-timer-writes';

interface TimerCardProps {
  readonly timer: Timer;
  /** Drawn large, when there is no other. */
  readonly large: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function TimerCard({ timer, large, onEdit, onDelete }: TimerCardProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { toggle, reset } = useTimerWrites();
  const name = timerName(intl, timer);
  const running = timer.enabled === 1;
  const whole = !running && timer.remainingMs >= timer.totalSeconds * 1000;

  return (
    <Card $large={large} aria-label={name}>
      <div>
        <Name>
          <bdi>{name}</bdi>
        </Name>
        <UnsavedNote list="timers" id={timer.id} />
      </div>
      <Countdown timer={timer} large={large} />
      <Actions>
        <Button
          $kind={running ? 'plain' : 'primary'}
          aria-label={formatMessage(
            { id: running ? 'timer.pauseName' : 'timer.startName' },
            { name },
          )}
          onClick={({ detail }) => {
            // The second click of a double click would take the first one back.
            if (detail <= 1) void toggle(timer);
          }}
        >
          <FormattedMessage id={running ? 'timer.pause' : 'timer.start'} />
        </Button>
        <Button
          aria-label={formatMessage({ id: 'timer.resetName' }, { name })}
          aria-disabled={whole}
          onClick={() => {
            if (!whole) void reset(timer);
          }}
        >
          <FormattedMessage id="timer.reset" />
        </Button>
        <Button
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.editName' }, { name })}
          onClick={onEdit}
        >
          <FormattedMessage id="timer.edit" />
        </Button>
        <Button
          $kind="quiet"
          aria-label={formatMessage({ id: 'timer.deleteName' }, { name })}
          onClick={onDelete}
        >
          <FormattedMessage id="timer.delete" />
        </Button>
      </Actions>
    </Card>
  );
}

function Countdown({ timer, large }: Pick<TimerCardProps, 'timer' | 'large'>) {
  const intl = useIntl();
  const seconds = useTimerSeconds(timer);
  const length = lengthText(intl, timer.totalSeconds);
  const text = countdownText(seconds);
  return (
    <Dial $large={large}>
      <TickRing
        fraction={seconds / timer.totalSeconds}
        running={timer.enabled === 1}
        label={intl.formatMessage({ id: 'timer.remaining' })}
        valueText={seconds > 0 ? lengthText(intl, seconds) : text}
      />
      <Reading>
        <Digits $large={large} role="timer">
          {text}
        </Digits>
        <Length>
          <FormattedMessage id={isOver(timer) ? 'timer.done' : 'timer.of'} values={{ length }} />
        </Length>
      </Reading>
    </Dial>
  );
}

const alone = css`
  ${from.md} {
    padding: ${space[48]};
  }
`;

const Card = styled.article<{ readonly $large: boolean }>`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  gap: ${space[24]};
  min-inline-size: 0;
  padding: ${space[24]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  ${({ $large }) => $large && alone}
`;

const Name = styled.h2`
  ${itemTitle}
  overflow-wrap: anywhere;
`;

const Dial = styled.div<{ readonly $large: boolean }>`
  position: relative;
  justify-self: center;
  /* Rings stand in one line where the names beside each other take one line and two. */
  align-self: end;
  inline-size: ${({ $large }) => ($large ? size.ringLarge : size.ring)};
  max-inline-size: 100%;
  aspect-ratio: 1;
`;

const Reading = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space[8]};
`;

const Digits = styled.span<{ readonly $large: boolean }>`
  ${({ $large }) => ($large ? largeRingDigits : ringDigits)}
`;

const Length = styled.span`
  ${smallText}
  color: ${color.inkSoft};
`;

/** In pairs, as long as their words fit. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  inline-size: 100%;
  max-inline-size: ${size.timerCard};
  margin-inline: auto;

  > button {
    flex: 1 0 36%;
  }
`;
