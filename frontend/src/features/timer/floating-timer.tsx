// A timer in a floating window.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useRows } from '../../rows/lists';
import { usePresentTimer, useTimerSeconds } from '../../rings/timer-remaining';
import { presentId } from '../../offline/outbox';
import type { Timer } from '../../model/types';
import { useHostWindow } from '../../browser/in-view';
import { FloatDigits, FloatFrame } from '../../components/float/float';
import { StepName } from '../../components/faces/timer-ring';
import { Button } from '../../components/forms/button';
import { lengthInPhrase, shortCountdownText } from '../../i18n/duration-text';
import { isAtBeginning, presentStep } from '../../rings/timer-steps';
import { RunButtons } from './run-buttons';
import { timerName } from './timer-seed';
import { isOver, useTimerWrites } from './use-timer-writes';

/** Closes its window when the timer is deleted. */
export function FloatingTimer({ id }: { readonly id: number }) {
  const view = useHostWindow();
  const { rows: timers } = useRows('timers');
  const timer = timers?.find((one) => presentId(one.id) === presentId(id));
  const isGone = timers !== undefined && timer === undefined;
  useEffect(() => {
    if (isGone) view?.close();
  }, [view, isGone]);
  return timer === undefined ? null : <Instrument timer={timer} />;
}

function Instrument({ timer: row }: { readonly timer: Timer }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { reset } = useTimerWrites();
  const timer = usePresentTimer(row);
  const seconds = useTimerSeconds(timer);
  const running = timer.enabled === 1;
  const over = isOver(timer);
  const step = over ? null : presentStep(timer);
  const text = shortCountdownText(seconds);
  const length = lengthInPhrase(intl, timer.totalSeconds);
  return (
    <FloatFrame
      words={<bdi>{timerName(intl, timer)}</bdi>}
      note={
        over
          ? formatMessage({ id: 'timer.done' }, { length })
          : step !== null && <StepName step={step} />
      }
      controls={
        <>
          <RunButtons timer={row} running={running} />
          {!isAtBeginning(timer) && (
            <Button $kind="quiet" onClick={() => void reset(row)}>
              {formatMessage({ id: 'timer.reset' })}
            </Button>
          )}
        </>
      }
    >
      <FloatDigits role="timer" style={{ '--characters': text.length }}>
        {text}
      </FloatDigits>
    </FloatFrame>
  );
}
