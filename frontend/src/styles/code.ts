// Type of technical names.
import { css } from 'styled-components';

/** A technical name. */
export const codeText = css`
  font-family: ui-monospace, monospace;
  font-size: 0.875rem;
  line-height: 1.7;
  direction: ltr;
  unicode-bidi: isolate;
  overflow-wrap: anywhere;
`;
