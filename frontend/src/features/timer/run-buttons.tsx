// The buttons of a timer in a window of its own: start or pause, and a minute more while it runs.
import { useIntl } from 'react-intl';
import type { Timer } from '../../model/types';
import { Button, onFirstClick } from '../../components/forms/button';
import { addedMinutes, useTimerWrites } from './use-timer-writes';

interface RunButtonsProps {
  /** The timer of the list, without steps that began since. */
  readonly timer: Timer;
  readonly running: boolean;
}

export function RunButtons({ timer, running }: RunButtonsProps) {
  const { formatMessage } = useIntl();
  const { toggle, addMinute } = useTimerWrites();
  return (
    <>
      <Button
        $kind={running ? 'plain' : 'primary'}
        onClick={onFirstClick(() => void toggle(timer))}
      >
        {formatMessage({ id: running ? 'timer.pause' : 'timer.start' })}
      </Button>
      {running && (
        <Button onClick={() => void addMinute(timer)}>
          {formatMessage({ id: 'timer.addMinutes' }, { minutes: addedMinutes })}
        </Button>
      )}
    </>
  );
}
