// A table of laps, the newest at the top; a bar under each shows its share of the longest lap. That of the stopwatch
// begins with the lap that is running.
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled, { css, keyframes } from 'styled-components';
import { ElapsedDigits } from '../../components/faces/elapsed-digits';
import { useReducedMotion } from '../../browser/in-browser';
import {
  type Elapsed,
  animateElapsed,
  elapsedSince,
  onElapsedSeconds,
  nameLap,
} from '../../stopwatch/stopwatch-store';
import { type Lap, type Stopwatch, extremesOf } from '../../stopwatch/stopwatch';
import { animated } from '../../time/animated-time';
import { stopwatchSize, lapDigits, narrowLaps } from '../../styles/stopwatch';
import { space, below, color, layer, motion, size } from '../../styles/theme';
import { NameInput } from '../../components/forms/name-input';
import { stopwatchText } from '../../i18n/duration-text';
import { touched } from '../../styles/screens';
import { finePrint, smallText } from '../../styles/type';

interface LapListProps {
  readonly stopwatch: Stopwatch;
  readonly laps: readonly Lap[];
  readonly elapsed: Elapsed;
  /** The lap that was just taken here, which slides in. */
  readonly newest: number | undefined;
}

/** The laps of the stopwatch, newest on top, below the one that is running. */
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

interface LapTableProps {
  readonly laps: readonly Lap[];
  /** A row above them. */
  readonly top?: ReactNode;
  /** The lap that was just taken here, which slides in. */
  readonly newest?: number | undefined;
  /** Called with the new name of a lap; undefined if laps cannot be named. */
  readonly onName?: (number: number, name: string) => void;
}

export function LapTable({ laps, top, newest, onName }: LapTableProps) {
  const { formatMessage } = useIntl();
  const extremes = extremesOf(laps);
  const longest = longestOf(laps);
  return (
    <Widths>
      <Table>
        <thead>
          <tr>
            <Head scope="col">{formatMessage({ id: 'stopwatch.lapColumn' })}</Head>
            <Head scope="col">{formatMessage({ id: 'stopwatch.lapTimeColumn' })}</Head>
            <Head scope="col">{formatMessage({ id: 'stopwatch.totalColumn' })}</Head>
          </tr>
        </thead>
        <tbody>
          {top}
          {laps.toReversed().map(({ number, name, lapTime, totalTime }) => {
            const kind =
              number === extremes?.fastest
                ? 'fastest'
                : number === extremes?.slowest
                  ? 'slowest'
                  : 'default';
            return (
              <LapRow key={number} $slides={number === newest} $kind={kind}>
                <LapNumber number={number} mark={kind === 'default' ? undefined : marks[kind]}>
                  {onName === undefined ? (
                    name !== '' && <Name>{name}</Name>
                  ) : (
                    <NameInput
                      label={formatMessage({ id: 'stopwatch.lapName' }, { number })}
                      placeholder={formatMessage({ id: 'stopwatch.nameColumn' })}
                      hidesPlaceholder
                      name={name}
                      onName={(next) => {
                        onName(number, next);
                      }}
                    />
                  )}
                  <Share ref={shareOf(lapTime / longest)} />
                </LapNumber>
                <LapTime>{stopwatchText(lapTime)}</LapTime>
                <LapTime>{stopwatchText(totalTime)}</LapTime>
              </LapRow>
            );
          })}
        </tbody>
      </Table>
    </Widths>
  );
}

interface LapNumberProps {
  readonly number: number;
  readonly mark: (typeof marks)[keyof typeof marks] | 'stopwatch.current' | undefined;
  readonly children: ReactNode;
}

/** The first cell of a row: the number, its mark in words, and more. */
function LapNumber({ number, mark, children }: LapNumberProps) {
  const { formatMessage } = useIntl();
  return (
    <NumberCell scope="row">
      <Parts>
        <span>
          <Count>{number}</Count>
          {wordGap}
          {mark !== undefined && <Mark>{formatMessage({ id: mark })}</Mark>}
        </span>
        {children}
      </Parts>
    </NumberCell>
  );
}

/** The time of the longest lap, to which the bars are relative. */
function longestOf(laps: readonly Lap[]): number {
  return Math.max(...laps.map(({ lapTime }) => lapTime), 1);
}

/** Sets the length of the bar under a lap. */
function shareOf(share: number) {
  return (line: HTMLElement | null) => {
    line?.style.setProperty('transform', `scaleX(${Math.min(1, share).toFixed(4)})`);
  };
}

/** Separates a lap's number from its mark for screen readers. */
const wordGap = ' ';

const marks = { fastest: 'stopwatch.fastest', slowest: 'stopwatch.slowest' } as const;

const tones = {
  default: color.controlLine,
  current: color.accent,
  fastest: color.positive,
  slowest: color.warning,
};

const Area = styled.div`
  block-size: ${stopwatchSize.lapList};
  overflow-y: auto;
  overscroll-behavior: contain;

  @media print {
    block-size: auto;
    overflow: visible;
  }
`;

/** The text of the first button is aligned with the laps. */
export const LapActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block-start: ${space[12]};
  margin-inline-start: calc(-1 * ${space[16]});
`;

/** The bars are relative to its width. */
const Widths = styled.div`
  container-type: inline-size;
`;

const Table = styled.table`
  inline-size: 100%;
  border-collapse: separate;
  border-spacing: 0;
`;

const Head = styled.th`
  ${smallText}
  position: sticky;
  z-index: ${layer.stickyHead};
  inset-block-start: 0;
  padding-block-end: ${space[8]};
  padding-inline-start: ${space[12]};
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

const LapRow = styled.tr<{ readonly $slides: boolean; readonly $kind: keyof typeof tones }>`
  --tone: ${({ $kind }) => tones[$kind]};
  ${({ $slides }) => $slides && sliding}
`;

const cell = css`
  block-size: ${stopwatchSize.lapRow};
  border-block-end: ${size.hairline} solid ${color.line};
  font-weight: 400;
`;

const NumberCell = styled.th`
  ${cell}
  position: relative;
  inline-size: 100%;
  text-align: start;
`;

/** A table cell cannot be a flex container itself. */
const Parts = styled.div`
  display: flex;
  align-items: center;
  min-inline-size: 0;
  /* The number has the baseline of the times, whose lines are as high as their digits. */
  line-height: 1;

  /* As high as the row, without increasing its height. */
  ${touched} {
    input {
      min-block-size: ${stopwatchSize.lapRow};
      margin-block: calc(-1 * ${space[2]});
    }
  }
`;

const Name = styled.span`
  ${smallText}
  min-inline-size: 0;
  margin-inline-start: ${space[12]};
  overflow-wrap: anywhere;
`;

const LapTime = styled.td`
  ${cell}
  ${lapDigits}
  padding-inline-start: ${space[12]};
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

  /* It does not move the number. */
  && {
    line-height: 0;
  }

  /* Below the number, where both times leave little room. */
  ${narrowLaps} {
    && {
      ${finePrint}
      display: block;
      margin-inline-start: 0;
      line-height: 1.2;
      white-space: normal;
    }
  }
`;

/** Drawn over the row's hairline, from its start. It is placed in the first cell, because WebKit places nothing in a row. */
const Share = styled.span`
  position: absolute;
  inset-block-end: calc(-1 * ${size.hairline});
  inset-inline-start: 0;
  inline-size: 100cqi;
  block-size: ${size.stroke};
  background: var(--tone);
  transform-origin: left;
  pointer-events: none;

  [dir='rtl'] & {
    transform-origin: right;
  }
`;
