// Inputs on a line, which is the mark of their focus.
import { css } from 'styled-components';
import { color, motion, size } from './theme';

export const underlined = css`
  border: 0;
  border-block-end: ${size.stroke} solid ${color.controlLine};
  border-radius: 0;
  outline: 0;
  background: none;
  color: ${color.ink};
  caret-color: ${color.accent};
  transition: border-color ${motion.quick};

  &:focus,
  &[aria-invalid] {
    border-color: ${color.accent};
  }
`;
