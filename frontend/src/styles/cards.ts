// Cards of the home page and of the page of useful tools, the proofs for new visitors, and rows of lists: sizes, type,
// and the link that covers a card.
import { css } from 'styled-components';
import { digits } from './type';
import { color, motion, size, space } from './theme';

/** The column of an alarm's time. */
export const alarmTime = '10.25rem';

/** The drawing of a useful tool. */
export const glyph = '3.5rem';

export const homeSize = {
  /** A card: its preview and its name. */
  card: '7rem',
  preview: '4rem',
  map: '11rem',
  drawing: '6.5rem',
  /** The least width of a proof's words beside others. */
  proof: '18rem',
} as const;

export const previewDigits = css`
  ${digits}
  font-size: 2.5rem;
`;

export const letters = css`
  font-size: 1.625rem;
  line-height: 1.35;
`;

export const wholeCardLink = css`
  text-decoration: none;
  transition: color ${motion.quick};

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  &:focus-visible {
    outline: none;
  }

  &:focus-visible::after {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: calc(-1 * ${size.stroke});
  }
`;

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
