// Type of clocks: digits of each size, and am and pm; and the ruler of the next hour above every page: the places of
// its ticks, its marks, and what is pressed around them.
import { css } from 'styled-components';
import { below, size } from './theme';
import { digits } from './type';

/** Faces, dials, and what is beside the clocks of cities. */
export const clockSize = {
  face: '300px',
  faceSmall: '90px',
  weatherIcon: '1.375rem',
  dayBand: '5px',
  dayBandTick: '13px',
  searchField: '20rem',
  /** The day beside the digits of the alarm page. */
  dial: '25rem',
  /** The dial above the days, on a phone. */
  dialNarrow: '20.75rem',
} as const;

/** The face of the visitor's own time, beside the large one. */
export const ownFace = '220px';

/** A face in the button that chooses its design. */
export const themeFace = '72px';

/** The day beside the digits, above many alarms. */
export const smallDial = '17.5rem';

/** Half of the width of what is pressed: at both ends it may reach into the narrowest edge of a page. */
const half = '1.5rem';
const edge = '-1.25rem';

export const rulerSize = {
  /** The mark of one ring below its tick; that of a timer is a ring. */
  mark: '0.5rem',
  markRing: '2px',
  /** A touch target high, mostly below the ruler, where nothing else is pressed. */
  above: '0.5rem',
  below: '1.5rem',
  /** The widest name of a mark: from the middle of the ruler it reaches its end. */
  name: `min(20rem, 50cqi + ${half})`,
} as const;

/** The width of what is pressed, in times the text size of the root. */
export const targetRems = 3;
const rulerTicks = 60;

/** By `translate`, because what moves by layout counts as a shift of the page. */
export function tickPlace(tick: number) {
  return { translate: `calc(var(--forward) * ${along(tick)})` };
}

/** What is pressed for marks from one tick to another. */
export function targetPlace(first: number, last: number) {
  const start = `max(${edge}, ${along(first)} - ${half})`;
  const end = `min(100cqi - ${edge}, ${along(last)} + ${half})`;
  return {
    translate: `calc(var(--forward) * ${start})`,
    inlineSize: `calc(${end} - ${start})`,
  };
}

function along(tick: number): string {
  return `(100cqi - ${size.hairline}) * ${(tick / (rulerTicks - 1)).toFixed(4)}`;
}

/** The big digits with am or pm beside them. */
export const mainDigitsWithPeriod = css`
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
export const smallSeconds = css`
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

/** A column in which the time fits, also with am or pm beside it; of the column's width. */
export const columnOfDigits = css`
  container-type: inline-size;
  --digits-fit: 23.4cqi;
  --digits-fit-with-period: 20.5cqi;
`;

/** The same, with smaller digits. */
export const smallColumnOfDigits = css`
  --digits-fit: 14cqi;
  --digits-fit-with-period: 12cqi;
`;

/** For the time with am or pm beside it. */
export const withPeriod = css`
  --digits-fit: var(--digits-fit-with-period);
`;

/** On the box in which the places are: as wide as the ruler, from right to left in such languages. */
export const rulerBox = css`
  container-type: inline-size;
  --forward: 1;

  [dir='rtl'] & {
    --forward: -1;
  }
`;
