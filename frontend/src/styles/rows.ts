// Rows of lists: their times, and what is seen of one to which a link led.
import { css } from 'styled-components';
import { color, size, space } from './theme';
import { digits } from './type';

/** The time of a row in a list: 64 px. */
export const rowDigits = css`
  ${digits}
  font-size: min(18vw, clamp(3.25rem, 2.6rem + 2.2vw, 4rem));
`;

/** It has the focus, which is seen however it got there. */
export const linkedRow = css`
  &:focus {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: ${space[4]};
  }
`;
