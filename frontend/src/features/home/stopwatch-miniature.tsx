// The stopwatch's preview: the visitor's own if it runs, otherwise the seconds of each minute.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ElapsedDigits } from '../../components/faces/elapsed-digits';
import { useReducedMotion } from '../../browser/reduced-motion';
import { onFrames, useElapsedSource, type ElapsedSource } from '../../stopwatch/stopwatch-frames';
import { keepStopwatchInSync, useStopwatch } from '../../stopwatch/stopwatch-store';
import { onSecond, synchronisedNow } from '../../time/synchronised-time';
import { miniatureDigits } from '../../styles/type';

export function StopwatchMiniature() {
  const { formatMessage } = useIntl();
  const stopwatch = useStopwatch();
  const own = useElapsedSource(stopwatch);
  const still = useReducedMotion();
  useEffect(keepStopwatchInSync, []);
  const sample = still ? steppingMinute : sweepingMinute;
  return (
    <span role="img" aria-label={formatMessage({ id: 'home.stopwatchMiniature' })}>
      <Digits source={stopwatch.started === null ? sample : own} />
    </span>
  );
}

const sweepingMinute: ElapsedSource = (show) =>
  onFrames(() => {
    show(synchronisedNow() % 60_000);
  });

/** With reduced motion it moves once a second. */
const steppingMinute: ElapsedSource = (show) => {
  const step = () => {
    show(Math.floor((synchronisedNow() % 60_000) / 1000) * 1000);
  };
  step();
  return onSecond(step);
};

const Digits = styled(ElapsedDigits)`
  ${miniatureDigits}
`;
