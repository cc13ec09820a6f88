// The ruler of the next hour above every page: the places of its ticks, its marks, and what is pressed around them.
import { css } from 'styled-components';
import { size } from './theme';

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

/** On the box in which the places are: as wide as the ruler, from right to left in such languages. */
export const rulerBox = css`
  container-type: inline-size;
  --forward: 1;

  [dir='rtl'] & {
    --forward: -1;
  }
`;

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
