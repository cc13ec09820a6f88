// Type of clocks: digits of each size, and am and pm.
import { css } from 'styled-components';
import { below } from './theme';
import { digits } from './type';

/** The big digits with am or pm beside them. */
export const mainDigitsBesidePeriod = css`
  ${below.sm} {
    font-size: 16.5vw;
  }
`;

/** The digits beside the face of a clock. */
export const readoutDigits = css`
  ${digits}
  font-size: min(15vw, clamp(2.75rem, 1.6rem + 4.6vw, 4.75rem));
  margin-inline-start: -0.045em;
`;

/** The time of a city's card. */
export const cardDigits = css`
  ${digits}
  font-size: 2.375rem;
`;

/** Seconds, smaller than hours and minutes. */
export const secondsBeside = css`
  font-size: 0.55em;
`;

/** Am or pm beside digits. */
export const dayPeriod = css`
  font-family: system-ui, sans-serif;
  font-size: max(0.24em, 0.8125rem);
  font-weight: 400;
  letter-spacing: 0;
`;

/** Numbers on the face of a clock; their size is part of the drawing. */
export const dialDigits = css`
  font-family: Jost, 'Century Gothic', Futura, system-ui, sans-serif;
  font-variant-numeric: lining-nums;
`;

/** A length of time in the middle of a dial, which is the container of its size. */
export const dialWait = css`
  font-family: Jost, 'Century Gothic', Futura, system-ui, sans-serif;
  font-variant-numeric: lining-nums;
  font-size: 7.5cqi;
  font-weight: 300;
  line-height: 1.25;
`;
/** The face of the visitor's own time, beside the large one. */
export const ownFace = '220px';

/** A face in the button that chooses its design. */
export const themeFace = '72px';

/** A column in which the time fits, also with am or pm beside it; of the column's width. */
export const columnOfDigits = css`
  container-type: inline-size;
  --digits-fit: 23.4cqi;
  --digits-fit-beside: 20.5cqi;
`;

/** The same, with smaller digits. */
export const smallColumnOfDigits = css`
  --digits-fit: 14cqi;
  --digits-fit-beside: 12cqi;
`;

/** For the time with am or pm beside it. */
export const besidePeriod = css`
  --digits-fit: var(--digits-fit-beside);
`;

/** The day beside the digits, above many alarms. */
export const smallDial = '17.5rem';
