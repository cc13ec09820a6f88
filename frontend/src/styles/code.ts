// Type of what machines read, too.
import { css } from 'styled-components';

/** A name as machines know it. */
export const codeText = css`
  font-family: ui-monospace, monospace;
  font-size: 0.875rem;
  line-height: 1.7;
  direction: ltr;
  unicode-bidi: isolate;
  overflow-wrap: anywhere;
`;
