// Type of a sentence that is one phrase: Chinese lines end at punctuation alone, so it has to fit on one.
import { css } from 'styled-components';
import { below, size } from './theme';

/** As large as fifteen characters fit beside each other on a phone. */
export const onePhrase = css`
  ${below.sm} {
    :lang(zh) & {
      font-size: clamp(1.125rem, (100vw - 2 * ${size.gutter}) / 15, 1.625rem);
    }
  }
`;
