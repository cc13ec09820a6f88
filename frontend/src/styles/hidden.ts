// Hidden content: text for screen readers only, and content that depends on the server or on the visitor.
import { css } from 'styled-components';

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

/** The server sets an attribute of the root if it has no weather, so that no space is reserved. */
export const hiddenWithoutWeather = css`
  [data-weather='off'] & {
    display: none;
  }
`;

/** The server sets others if it sends no pushes, and for what the service worker does. */
export const withoutPush = `[data-push='off'] &, [data-worker='off'] &`;

export const hiddenWithoutPush = css`
  ${withoutPush} {
    display: none;
  }
`;

/** Hidden where the service worker keeps no pages. */
export const hiddenWithoutKeptPages = css`
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
