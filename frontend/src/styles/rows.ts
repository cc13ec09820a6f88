// A row to which a link led: it has the focus, which is seen however it got there.
import { css } from 'styled-components';
import { color, size, space } from './theme';

export const linkedRow = css`
  &:focus {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: ${space[4]};
  }
`;
