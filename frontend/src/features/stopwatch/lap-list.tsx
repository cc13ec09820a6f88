// The laps of the stopwatch, newest on top, below the one that is running.
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ElapsedText } from '../../components/faces/elapsed-digits';
import { currentLapTime, type Lap, type Stopwatch } from '../../stopwatch/stopwatch';
import type { ElapsedSource } from '../../stopwatch/stopwatch-frames';
import { nameLap } from '../../stopwatch/stopwatch-store';
import { stopwatchSize } from '../../styles/stopwatch';
import { LapNumber, LapRow, LapTable, LapTime, longestOf, Share, shareOf } from './lap-table';

interface LapListProps {
  readonly stopwatch: Stopwatch;
  readonly laps: readonly Lap[];
  readonly source: ElapsedSource;
  /** The lap that was just taken here, which slides in. */
  readonly newest: number | undefined;
}

export function LapList({ stopwatch, laps, source, newest }: LapListProps) {
  const { formatMessage } = useIntl();
  return (
    // A region that scrolls must be reached by keyboard.
    <Area role="region" aria-label={formatMessage({ id: 'stopwatch.laps' })} tabIndex={0}>
      <LapTable
        laps={laps}
        top={<CurrentLap stopwatch={stopwatch} source={source} longest={longestOf(laps)} />}
        newest={newest}
        onName={nameLap}
      />
    </Area>
  );
}

interface CurrentLapProps extends Pick<LapListProps, 'stopwatch' | 'source'> {
  readonly longest: number;
}

function CurrentLap({ stopwatch, source, longest }: CurrentLapProps) {
  const share = useRef<HTMLSpanElement>(null);
  const lapSource: ElapsedSource = useCallback(
    (show) =>
      source((elapsed) => {
        show(currentLapTime(stopwatch, elapsed));
      }),
    [stopwatch, source],
  );
  useLayoutEffect(
    () =>
      lapSource((lapTime) => {
        shareOf(lapTime / longest)(share.current);
      }),
    [lapSource, longest],
  );
  return (
    <LapRow $slides={false} $kind={stopwatch.started === null ? 'usual' : 'current'}>
      <LapNumber
        number={stopwatch.lapTotals.length + 1}
        mark={stopwatch.started === null ? undefined : 'stopwatch.current'}
      >
        <Share ref={share} />
      </LapNumber>
      <LapTime>
        <ElapsedText source={lapSource} />
      </LapTime>
      <LapTime>
        <ElapsedText source={source} />
      </LapTime>
    </LapRow>
  );
}

const Area = styled.div`
  block-size: ${stopwatchSize.lapList};
  overflow-y: auto;
  overscroll-behavior: contain;
`;
