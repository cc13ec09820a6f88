// The laps, newest on top, below the one that is running; a line under each shows how long it took beside the others.
import { useCallback, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css, keyframes } from 'styled-components';
import { ElapsedText } from '../../components/faces/elapsed-digits';
import { currentLapTime, extremesOf, type Lap, type Stopwatch } from '../../stopwatch/stopwatch';
import type { ElapsedSource } from '../../stopwatch/stopwatch-frames';
import { stopwatchText } from '../../i18n/stopwatch-text';
import { lapDigits, stopwatchSize } from '../../styles/stopwatch';
import { below, color, motion, size, space } from '../../styles/theme';
import { finePrint, smallText } from '../../styles/type';

interface LapListProps {
  readonly stopwatch: Stopwatch;
  readonly laps: readonly Lap[];
  readonly source: ElapsedSource;
  /** The lap just taken here, which slides in. */
  readonly newest: number | undefined;
}

export function LapList({ stopwatch, laps, source, newest }: LapListProps) {
  const { formatMessage } = useIntl();
  const extremes = extremesOf(laps);
  const longest = Math.max(...laps.map(({ lapTime }) => lapTime), 1);
  return (
    // A region that scrolls must be reached by keyboard.
    <Area role="region" aria-label={formatMessage({ id: 'stopwatch.laps' })} tabIndex={0}>
      <Table>
        <thead>
          <tr>
            <Head scope="col">
              <FormattedMessage id="stopwatch.lapColumn" />
            </Head>
            <Head scope="col">
              <FormattedMessage id="stopwatch.lapTimeColumn" />
            </Head>
            <Head scope="col">
              <FormattedMessage id="stopwatch.totalColumn" />
            </Head>
          </tr>
        </thead>
        <tbody>
          <CurrentLap stopwatch={stopwatch} source={source} longest={longest} />
          {laps.toReversed().map(({ number, lapTime, totalTime }) => {
            const kind =
              number === extremes?.fastest
                ? 'fastest'
                : number === extremes?.slowest
                  ? 'slowest'
                  : 'usual';
            return (
              <Row key={number} $slides={number === newest} $kind={kind}>
                <NumberCell scope="row">
                  <Count>{number}</Count>
                  {wordGap}
                  {kind !== 'usual' && (
                    <Mark>
                      <FormattedMessage id={marks[kind]} />
                    </Mark>
                  )}
                  <Share ref={shareOf(lapTime / longest)} />
                </NumberCell>
                <Cell>{stopwatchText(lapTime)}</Cell>
                <Cell>{stopwatchText(totalTime)}</Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
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
    <Row $slides={false} $kind={stopwatch.started === null ? 'usual' : 'current'}>
      <NumberCell scope="row">
        <Count>{stopwatch.lapTotals.length + 1}</Count>
        {wordGap}
        {stopwatch.started !== null && (
          <Mark>
            <FormattedMessage id="stopwatch.current" />
          </Mark>
        )}
        <Share ref={share} />
      </NumberCell>
      <Cell>
        <ElapsedText source={lapSource} />
      </Cell>
      <Cell>
        <ElapsedText source={source} />
      </Cell>
    </Row>
  );
}

/** Parts a lap's number from its mark for those who hear them. */
const wordGap = ' ';

const marks = { fastest: 'stopwatch.fastest', slowest: 'stopwatch.slowest' } as const;

/** Sets how much of the line under a lap is drawn. */
function shareOf(share: number) {
  return (line: HTMLElement | null) => {
    line?.style.setProperty('scale', `${Math.min(1, share).toFixed(4)} 1`);
  };
}

const Area = styled.div`
  block-size: ${stopwatchSize.lapList};
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Table = styled.table`
  inline-size: 100%;
  border-collapse: separate;
  border-spacing: 0;
`;

const Head = styled.th`
  ${smallText}
  position: sticky;
  inset-block-start: 0;
  padding-block-end: ${space[8]};
  padding-inline-start: ${space[16]};
  border-block-end: ${size.hairline} solid ${color.line};
  background: ${color.ground};
  color: ${color.inkSoft};
  font-weight: 400;
  text-align: end;
  vertical-align: bottom;

  &:first-child {
    padding-inline-start: 0;
    text-align: start;
  }
`;

const tones = {
  usual: color.controlLine,
  current: color.accent,
  fastest: color.positive,
  slowest: color.warning,
};

const slideIn = keyframes`
  from {
    opacity: 0;
    translate: 0 -100%;
  }
`;

const sliding = css`
  animation: ${slideIn} ${motion.settle};

  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

const Row = styled.tr<{ readonly $slides: boolean; readonly $kind: keyof typeof tones }>`
  --tone: ${({ $kind }) => tones[$kind]};
  position: relative;
  ${({ $slides }) => $slides && sliding}
`;

const cell = css`
  block-size: ${stopwatchSize.lapRow};
  border-block-end: ${size.hairline} solid ${color.line};
  font-weight: 400;
`;

const NumberCell = styled.th`
  ${cell}
  text-align: start;
`;

const Cell = styled.td`
  ${cell}
  ${lapDigits}
  padding-inline-start: ${space[16]};
  /* Below the column's name, on whichever side that ends. */
  direction: inherit;
  text-align: end;
`;

const Count = styled.span`
  ${lapDigits}
`;

const Mark = styled.span`
  ${smallText}
  margin-inline-start: ${space[12]};
  white-space: nowrap;

  ${below.sm} {
    ${finePrint}
    margin-inline-start: ${space[8]};
  }

  color: var(--tone);
`;

/** Drawn over the row's hairline, from its start. */
const Share = styled.span`
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;
  block-size: ${size.stroke};
  background: var(--tone);
  transform-origin: left;
  pointer-events: none;

  [dir='rtl'] & {
    transform-origin: right;
  }
`;
