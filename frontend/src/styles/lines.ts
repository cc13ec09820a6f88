// A line on which a time is written.
import { css } from 'styled-components';
import { from } from './theme';

export const lineText = css`
  font-size: 1.25rem;
  line-height: 1.3;

  ${from.md} {
    font-size: 1.5rem;
  }
`;
