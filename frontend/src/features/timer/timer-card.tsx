// The only timer as a card: its name, the time left in a large ring, and its buttons.
import { useIntl } from 'react-intl';
import { Maximize2, Share2 } from 'lucide-react';
import type { Timer } from '../../model/types';
import { Button, onFirstClick } from '../../components/forms/button';
import { ChangingText } from '../../components/page/changing-text';
import { UnsavedNote } from '../../components/lists/unsaved-note';
import { preloadOnHoverOrFocus } from '../../loading/load-code';
import { rowAnchor } from '../../rings/next-hour';
import { isAtBeginning } from '../../rings/timer-steps';
import { icon } from '../../styles/icons';
import { Actions, Card, Corner, CornerFloat, Head, More, Name, Words } from './timer-card-layout';
import { TimerCountdown } from './timer-countdown';
import { floating, sharing, TimerStage, useTimerWindows } from './timer-windows';
import { timerName } from './timer-seed';
import { addedMinutes, useTimerWrites } from './use-timer-writes';

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
          <Name>
            <bdi>{name}</bdi>
          </Name>
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
