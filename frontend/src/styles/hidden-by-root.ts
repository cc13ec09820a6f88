// Content that is hidden by attributes and classes of the root: it needs pushes, cached pages, weather, or a new browser.
import { css } from 'styled-components';

/** The server sets attributes of the root if it sends no pushes, and for what the service worker does. */
export const withoutPush = `[data-push='off'] &, [data-worker='off'] &`;

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
