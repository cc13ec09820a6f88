// The laps of the stopwatch, newest on top, below the one that is running.
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ElapsedDigits } from '../../components/faces/elapsed-digits';
import { useReducedMotion } from '../../browser/in-browser';
import type { Elapsed } from '../../stopwatch/elapsed';
import { animateElapsed, elapsedSince, onElapsedSeconds } from '../../stopwatch/elapsed';
import type { Lap, Stopwatch } from '../../stopwatch/stopwatch';
import { nameLap } from '../../stopwatch/stopwatch-store';
import { animated } from '../../time/animated-time';
import { stopwatchSize } from '../../styles/stopwatch';
import { LapNumber, LapRow, LapTable, LapTime, longestOf, Share, shareOf } from './lap-table';

interface LapListProps {
  readonly stopwatch: Stopwatch;
  readonly laps: readonly Lap[];
  readonly elapsed: Elapsed;
  /** The lap that was just taken here, which slides in. */
  readonly newest: number | undefined;
}

export function LapList({ stopwatch, laps, elapsed, newest }: LapListProps) {
  const { formatMessage } = useIntl();
  return (
    // A region that scrolls must be reached by keyboard.
    <Area role="region" aria-label={formatMessage({ id: 'stopwatch.laps' })} tabIndex={0}>
      <LapTable
        laps={laps}
        top={
          stopwatch.started !== null && (
            <CurrentLap stopwatch={stopwatch} elapsed={elapsed} longest={longestOf(laps)} />
          )
        }
        newest={newest}
        onName={nameLap}
      />
    </Area>
  );
}

interface CurrentLapProps extends Pick<LapListProps, 'stopwatch' | 'elapsed'> {
  readonly longest: number;
}

function CurrentLap({ stopwatch, elapsed, longest }: CurrentLapProps) {
  const share = useRef<HTMLSpanElement>(null);
  const still = useReducedMotion();
  const start = stopwatch.lapTotals.at(-1) ?? 0;
  const lap = useMemo(() => elapsedSince(elapsed, start), [elapsed, start]);
  useLayoutEffect(() => {
    const growing = lap.running && !still ? grow(share.current, longest) : null;
    if (growing !== null) return animateElapsed(lap, [{ animation: growing, period: null }]);
    return onElapsedSeconds(lap, () => {
      shareOf(lap.read() / longest)(share.current);
    });
  }, [lap, longest, still]);
  return (
    <LapRow $slides={false} $kind="current">
      <LapNumber number={stopwatch.lapTotals.length + 1} mark="stopwatch.current">
        <Share ref={share} />
      </LapNumber>
      <LapTime>
        <ElapsedDigits elapsed={lap} even />
      </LapTime>
      <LapTime>
        <ElapsedDigits elapsed={elapsed} even />
      </LapTime>
    </LapRow>
  );
}

/** The bar of the running lap grows to that of the longest one. */
function grow(line: HTMLElement | null, longest: number): Animation | null {
  return animated(line, [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], {
    duration: longest,
    fill: 'both',
  });
}

const Area = styled.div`
  block-size: ${stopwatchSize.lapList};
  overflow-y: auto;
  overscroll-behavior: contain;

  @media print {
    block-size: auto;
    overflow: visible;
  }
`;
