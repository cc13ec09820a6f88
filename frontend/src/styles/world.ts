// Type and sizes of the map of the world and of the rule of the day.
import { css } from 'styled-components';
import { below } from './theme';
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
  font-size: 2.875rem;

  ${below.md} {
    font-size: 2.375rem;
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
  rows: '12rem',
  rowsNarrow: '22.5rem',
  ruleTick: 9,
  ruleHour: 14,
  ruleQuarter: 18,
  ruleHeight: 22,
} as const;
