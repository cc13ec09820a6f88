// Type of a sentence that must fit on one line: Chinese lines break only at punctuation.
import { css } from 'styled-components';
import { below, size } from './theme';

/** Fifteen characters fit on a line of a phone. */
export const onePhrase = css`
  ${below.sm} {
    :lang(zh) & {
      font-size: clamp(1.125rem, (100vw - 2 * ${size.gutter}) / 15, 1.625rem);
    }
  }
`;
