// Content that follows a list that is still loading.
import { css, keyframes } from 'styled-components';

const appear = keyframes`
  to {
    visibility: visible;
  }
`;

/** If the list takes longer than this, the content is shown, even though it will move. */
const patience = '3s';

export const unseen = css`
  visibility: hidden;
  animation: ${appear} 0s ${patience} forwards;
`;

/**
 * Hides content beside a list in the same column, while keeping its space, until the list is loaded. A new visitor has
 * no list to wait for, and without scripts no list is loaded. Firefox before 121 does not know `:has` and shows it at once.
 */
export const hiddenUntilListed = css`
  @media (scripting: enabled) {
    :root:not(.newcomer) :has(section[aria-busy='true']) > & {
      ${unseen}
    }
  }
`;
