// Type and sizes of the map of the world and of the rule of the day.
import { css } from 'styled-components';
import { below, from, space } from './theme';
import { digits } from './type';

/** Numbers and dates on a scale. */
export const scaleText = css`
  font-size: 0.8125rem;
  line-height: 1.25;
`;

export const digitsOfScale = css`
  ${digits}
  font-weight: 400;
`;

/** The time of a city on the map. */
export const mapTime = css`
  ${digits}
  display: block;
  font-size: 1.375rem;
  font-weight: 400;
`;

/** The visitor's own time, as a field. */
export const ownTimeDigits = css`
  ${digits}
  font-size: 2.5rem;
`;

/** The time of a row below the map. */
export const rowTime = css`
  ${digits}
  font-size: 2.375rem;

  ${below.sm} {
    font-size: 2rem;
  }
`;

export const worldSize = {
  ring: '0.75rem',
  ringStroke: '1.8px',
  ringCore: '0.1375rem',
  /** The disc that is held. */
  disc: '1.375rem',
  discTick: '0.5rem',
  /** The line with the visitor's own time: the field and its underline. */
  ownTime: '4rem',
  /** The usual rows below the map. */
  rows: '25rem',
  rowsNarrow: '38rem',
  ruleTick: 9,
  ruleHour: 14,
  ruleQuarter: 18,
  ruleHeight: 22,
  strip: '2.25rem',
  /** Above and below a strip in its row. */
  stripAir: '0.75rem',
  /** What stands at the two ends of a strip. */
  stripName: '15rem',
  stripTime: '11rem',
  stripGap: '2rem',
} as const;

/** A row of the day: what it is, the day itself between its ends or below them, and a time. */
export const dayRow = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${worldSize.stripAir} ${space[12]};

  > :nth-child(2) {
    order: 1;
    grid-column: 1 / -1;
  }

  ${from.lg} {
    grid-template-columns: ${worldSize.stripName} minmax(0, 1fr) ${worldSize.stripTime};
    column-gap: ${worldSize.stripGap};

    > :nth-child(2) {
      order: 0;
      grid-column: auto;
    }
  }
`;
