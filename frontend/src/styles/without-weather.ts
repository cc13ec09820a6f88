// Content that is hidden where there is no weather.
import { css } from 'styled-components';

/** The server sets an attribute of the root if it has no weather, so that no space is reserved. */
export const hiddenWithoutWeather = css`
  [data-weather='off'] & {
    display: none;
  }
`;
