// What is not to be seen: text for assistive technology alone, and what has no place without weather.
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

/** The server says on the document's root whether it has weather, so that no page shows room for it in vain. */
export const hiddenWithoutWeather = css`
  [data-weather='off'] & {
    display: none;
  }
`;

/** For a browser that has been here before: it may own something. */
export const hiddenFromNewcomers = css`
  .newcomer & {
    display: none;
  }
`;

/** For a browser that is here for the first time: it owns nothing. */
export const onlyForNewcomers = css`
  :root:not(.newcomer) & {
    display: none;
  }
`;
