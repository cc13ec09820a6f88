// Type and sizes of the stopwatch: its time, its keys and its laps.
import { css } from 'styled-components';
import { lowTwoColumns } from './screens';
import { size } from './theme';
import { smallDigits } from './small-parts';
import { digits } from './type';

/** Minutes and seconds, smaller with hours; beside the laps on a phone in landscape. */
export const stopwatchDigits = css`
  ${digits}
  font-size: min(25vw, clamp(3.5rem, 3.2rem + 10vw, 11rem));
  margin-inline-start: -0.045em;

  &[data-long] {
    font-size: min(17vw, clamp(2.75rem, 2rem + 6vw, 8rem));
  }

  ${lowTwoColumns} {
    &,
    &[data-long] {
      font-size: 10vw;
    }
  }
`;

/** Beside minutes and seconds. */
export const hundredthsSize = '0.42em';

export const keyCap = css`
  display: inline-grid;
  place-content: center;
  min-inline-size: 1.5rem;
  min-block-size: 1.5rem;
  padding-inline: 0.375rem;
  border: ${size.hairline} solid currentColor;
  border-radius: 5px;
  font-family: inherit;
  font-size: 0.75rem;
  line-height: 1;
  white-space: nowrap;
  opacity: 0.75;
`;

/** A list of laps in which two times with hours and a mark have little room. */
export const narrowLaps = '@container (max-width: 22rem)';

export const lapDigits = css`
  ${smallDigits}

  ${narrowLaps} {
    font-size: 1rem;
  }
`;

export const stopwatchSize = {
  button: '3.5rem',
  startButton: '12rem',
  /** The height of the lap list, from the specification. */
  lapList: '300px',
  /** The height of time and laps side by side, which is the same before the first lap. */
  instrument: 'calc(300px + 7.5rem)',
  lapRow: '2.75rem',
  keyColumn: '5rem',
  laps: '36rem',
  /** Its dial on a phone in landscape. */
  dialLow: '13.5rem',
  runs: '44rem',
  /** The width of tens of hours with hundredths. */
  runTime: '7rem',
} as const;
