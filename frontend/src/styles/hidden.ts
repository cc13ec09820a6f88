// What is hidden: text for screen readers only, what depends on attributes and classes of the root (it needs pushes,
// cached pages, weather, or a new browser), and what follows a list that is still loading.
import { css, keyframes } from 'styled-components';

/** The server sets attributes of the root if it sends no pushes, and for what the service worker does. */
export const withoutPush = `[data-push='off'] &, [data-worker='off'] &`;

/** If the list takes longer than this, the content is shown, even though it will move. */
const patience = '3s';

export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  padding: 0;
  border: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

export const hiddenWithoutPush = css`
  ${withoutPush} {
    display: none;
  }
`;

/** Hidden where the service worker caches no pages. */
export const hiddenWithoutCachedPages = css`
  [data-worker='push-only'] &,
  [data-worker='off'] & {
    display: none;
  }
`;

/** For a returning browser, which may own something. */
export const hiddenFromNewcomers = css`
  .newcomer & {
    display: none;
  }
`;

/** For a new browser, which owns nothing. */
export const onlyForNewcomers = css`
  :root:not(.newcomer) & {
    display: none;
  }
`;

/** The server sets an attribute of the root if it has no weather, so that no space is reserved. */
export const hiddenWithoutWeather = css`
  [data-weather='off'] & {
    display: none;
  }
`;

const appear = keyframes`
  to {
    visibility: visible;
  }
`;

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
