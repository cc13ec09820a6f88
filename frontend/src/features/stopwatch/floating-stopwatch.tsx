// The stopwatch in a floating window.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { FloatDigits, FloatFrame } from '../../components/float/float';
import { ElapsedDigits } from '../../components/faces/elapsed-digits';
import { Button } from '../../components/forms/button';
import { stopwatchText } from '../../i18n/duration-text';
import { finishedLaps } from '../../stopwatch/stopwatch';
import {
  useElapsed,
  keepStopwatchInSync,
  startOrStop,
  takeLap,
  useStopwatch,
} from '../../stopwatch/stopwatch-store';

/** The space for `00:00.00`. */
const characters = 8;

export function FloatingStopwatch() {
  const { formatMessage } = useIntl();
  const stopwatch = useStopwatch();
  const elapsed = useElapsed(stopwatch);
  const last = finishedLaps(stopwatch).at(-1);
  const running = stopwatch.started !== null;
  useEffect(keepStopwatchInSync, []);
  return (
    <FloatFrame
      words={formatMessage({ id: 'stopwatch.name' })}
      note={
        last !== undefined &&
        formatMessage(
          { id: 'stopwatch.lapTaken' },
          { number: last.number, time: stopwatchText(last.lapTime) },
        )
      }
      controls={
        <>
          <Button $kind={running ? 'plain' : 'primary'} onClick={startOrStop}>
            {formatMessage({ id: running ? 'stopwatch.stop' : 'stopwatch.start' })}
          </Button>
          <Button
            disabled={!running}
            onClick={() => {
              takeLap();
            }}
          >
            {formatMessage({ id: 'stopwatch.lap' })}
          </Button>
        </>
      }
    >
      <FloatDigits
        role="timer"
        aria-label={formatMessage({ id: 'stopwatch.elapsed' })}
        style={{ '--characters': characters }}
      >
        <ElapsedDigits elapsed={elapsed} />
      </FloatDigits>
    </FloatFrame>
  );
}
