// The buttons of a timer in a window of its own: start or pause, and a minute more or less while it runs.
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Timer } from '../../model/types';
import { Button, onFirstClick } from '../../components/forms/button';
import { ChangingText } from '../../components/page/texts';
import { keyCap } from '../../styles/stopwatch';
import { withKeys } from '../../styles/timer';
import { addedMinutes, isOver, useTimerWrites } from './use-timer-writes';

/** A press within this time after the end was meant for Pause. */
const startsAfterMs = 500;

interface RunButtonsProps {
  /** The timer of the list, without steps that began since. */
  readonly timer: Timer;
  readonly running: boolean;
  /** With a button that takes time off. */
  readonly less?: boolean;
  /** With the key that starts and pauses it. */
  readonly keyCaps?: boolean;
}

export function RunButtons({ timer, running, less = false, keyCaps = false }: RunButtonsProps) {
  const { formatMessage } = useIntl();
  const { toggle, addMinute, turn } = useTimerWrites();
  const over = isOver(timer);
  const overSince = useRef(-Infinity);
  useEffect(() => {
    if (over) overSince.current = performance.now();
  }, [over]);

  /** Starting a finished timer again would end its ring. */
  function press() {
    if (!over || isLongAfter(overSince.current)) void toggle(timer);
  }

  return (
    <>
      <Button
        $kind={running ? 'plain' : 'primary'}
        onClick={(event) => {
          onFirstClick(press)(event);
        }}
      >
        <ChangingText id={running ? 'timer.pause' : 'timer.start'} />
        {keyCaps && <Cap aria-hidden="true">{formatMessage({ id: 'stopwatch.keySpace' })}</Cap>}
      </Button>
      {running && less && (
        <Button onClick={() => void turn(timer, -60 * addedMinutes)}>
          {formatMessage({ id: 'timer.lessMinutes' }, { minutes: addedMinutes })}
        </Button>
      )}
      {running && (
        <Button onClick={() => void addMinute(timer)}>
          {formatMessage({ id: 'timer.addMinutes' }, { minutes: addedMinutes })}
        </Button>
      )}
    </>
  );
}

const Cap = styled.kbd`
  ${keyCap}
  ${withKeys}
`;

function isLongAfter(end: number): boolean {
  return performance.now() - end >= startsAfterMs;
}
