// What follows a list that is still on its way.
import { css, keyframes } from 'styled-components';

const appear = keyframes`
  to {
    visibility: visible;
  }
`;

/** Where the list takes longer, reading matters more than standing still. */
const patience = '3s';

/**
 * Hides what stands beside a list in one column, in its own room, until the list is there. Who is new waits for no list,
 * and without scripts none comes.
 */
export const hiddenUntilListed = css`
  @media (scripting: enabled) {
    :root:not(.newcomer) :has(section[aria-busy='true']) > & {
      visibility: hidden;
      animation: ${appear} 0s ${patience} forwards;
    }
  }
`;
