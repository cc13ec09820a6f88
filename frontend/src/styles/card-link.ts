// A link that covers the card that contains it; the card must be positioned.
import { css } from 'styled-components';
import { color, motion, size } from './theme';

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
