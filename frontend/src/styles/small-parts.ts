// Type of single parts: digits within them, technical names, a sentence that must fit on one line, and a line on which
// a time is written.
import { css } from 'styled-components';
import { digits } from './type';
import { below, size, from } from './theme';

export const smallDigits = css`
  ${digits}
  font-size: 1.25rem;
  font-weight: 400;
`;

/** A technical name. */
export const codeText = css`
  font-family: ui-monospace, monospace;
  font-size: 0.875rem;
  line-height: 1.7;
  direction: ltr;
  unicode-bidi: isolate;
  overflow-wrap: anywhere;
`;

/** Fifteen characters fit on a line of a phone. */
export const onePhrase = css`
  ${below.sm} {
    :lang(zh) & {
      font-size: clamp(1.125rem, (100vw - 2 * ${size.gutter}) / 15, 1.625rem);
    }
  }
`;

export const lineText = css`
  font-size: 1.25rem;
  line-height: 1.3;

  ${from.md} {
    font-size: 1.5rem;
  }
`;
