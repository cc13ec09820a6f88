// A table of laps, the newest at the top; a bar under each shows its share of the longest lap.
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled, { css, keyframes } from 'styled-components';
import { NameInput } from '../../components/forms/name-input';
import { extremesOf, type Lap } from '../../stopwatch/stopwatch';
import { stopwatchText } from '../../i18n/stopwatch-text';
import { lapDigits, narrowLaps, stopwatchSize } from '../../styles/stopwatch';
import { touched } from '../../styles/screens';
import { below, color, layer, motion, size, space } from '../../styles/theme';
import { finePrint, smallText } from '../../styles/type';

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
                  : 'usual';
            return (
              <LapRow key={number} $slides={number === newest} $kind={kind}>
                <LapNumber number={number} mark={kind === 'usual' ? undefined : marks[kind]}>
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
export function LapNumber({ number, mark, children }: LapNumberProps) {
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
export function longestOf(laps: readonly Lap[]): number {
  return Math.max(...laps.map(({ lapTime }) => lapTime), 1);
}

/** Sets the length of the bar under a lap. */
export function shareOf(share: number) {
  return (line: HTMLElement | null) => {
    line?.style.setProperty('transform', `scaleX(${Math.min(1, share).toFixed(4)})`);
  };
}

/** Separates a lap's number from its mark for screen readers. */
const wordGap = ' ';

const marks = { fastest: 'stopwatch.fastest', slowest: 'stopwatch.slowest' } as const;

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

export const LapRow = styled.tr<{ readonly $slides: boolean; readonly $kind: keyof typeof tones }>`
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

export const LapTime = styled.td`
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
export const Share = styled.span`
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
