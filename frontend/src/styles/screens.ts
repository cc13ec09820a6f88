// Kinds of screens that only some parts tell apart, sizes that depend on them, and those of parts that few pages load first;
// the theme, which every page loads first, has the others.
import { css } from 'styled-components';

export const partSize = {
  dialog: '30rem',
  toast: '420px',
  /** The height below the header on any screen. */
  menuHeight: 'calc(100dvh - 6rem)',
  panel: '240px',
  panelWide: '300px',
  switchWidth: '3rem',
  switchHeight: '1.75rem',
  switchThumb: '1.375rem',
  /** The minimum width of three choices in a row. */
  choice: '6.25rem',
} as const;

/** Two columns, also on a phone in landscape: from 700 px wide, if it is lower than 500 px. */
export const twoColumns =
  '@media (min-width: 64em), (min-width: 43.75em) and (max-height: 31.248em)';

/** The same, only on a phone in landscape. */
export const lowTwoColumns =
  '@media (min-width: 43.75em) and (max-width: 63.998em) and (max-height: 31.248em)';

/** The query of phones, upright or in landscape, for scripts. */
export const phoneQuery = '(max-width: 47.998em), (max-width: 63.998em) and (max-height: 29.998em)';

/** A screen on which the buttons of a dialog may stay in view. */
export const dialogsWithRoom = '@media (min-height: 20em)';

/** A device that is touched, usually without a keyboard. */
export const touched = '@media (hover: none) and (pointer: coarse)';

/** The height of the buttons of a line that stay at the end of the screen, on a phone. */
export const barHeight = '4.75rem';

/** The screens of `below.md`. */
export const narrow = '(max-width: 47.998em)';

export const widestMenu = 'min(22rem, max(11rem, 50vw))';

/** Phones enlarge the page for a field whose text is smaller than this. */
export const fieldTextOnTouch = css`
  ${touched} {
    font-size: 1rem;
  }
`;
