// Sizes and type of the timer page: its ring that is wound, the only timer's card, the rows of several, and timers that
// fill the screen.
import { css } from 'styled-components';
import { digits } from './type';
import { touched } from './screens';
import { size, space } from './theme';

export const timerSize = {
  /** The ring that sets a timer, and on a phone. */
  winding: '27.5rem',
  windingSmall: '18.75rem',
  /** On a phone in landscape, with its button beside it. */
  windingLow: '14.5rem',
  /** The height of the button that starts a timer. */
  start: '3.75rem',
  card: '19rem',
  ring: '15.5rem',
  ringLarge: 'min(26rem, 78vw, 62dvh)',
  /** A row at least this wide has its buttons beside its words. */
  row: '35rem',
  rowRing: '4rem',
  rowButton: '3.5rem',
} as const;

/** The height of a field in which new digits are typed, in the type of those that it replaces. */
export const digitsInput = '1.1em';

/** A low tile has its words and buttons beside its ring. */
export const lowTile = '@container tile (max-height: 20rem) and (min-aspect-ratio: 4/3)';
/** The least width of what is beside a ring. */
export const stageSide = '9rem';
/** What the corner takes of words beside a ring, which end further in. */
export const cornerInset = `max(0px, var(--corner) - ${space[8]})`;
/** A tile on a phone has its buttons in two rows. */
export const narrowTile = '@container tile (max-width: 18rem)';

/** Beside the digits, so that they do not touch the ring behind them. */
export const stageAir = '0.12em';

/** A length in the middle of the ring that is wound; smaller if it has many characters. */
export const windingDigits = css`
  ${digits}
  font-size: max(1.25rem, min(21cqi, calc(120cqi / var(--characters, 6))));
`;

/** A new length on one line. */
export const foldedDigits = css`
  font-size: 2.5rem;
`;

export const timerRowDigits = css`
  ${digits}
  font-size: min(12vw, 3.25rem);
`;

/** The time left of the only timer. */
export const largeRingDigits = css`
  ${digits}
  font-size: min(12.5vw, 4.75rem, 12dvh);
`;

/**
 * Beside each other on a wide screen, above each other on a high one, four always in two rows. The tile in the corner of
 * the button that leaves the stage has its words beside it.
 */
export const stageTiles = css`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-rows: minmax(0, 1fr);
  --corner: 0px;

  > :first-child {
    --corner: ${size.touch};
  }

  @media (orientation: landscape) {
    grid-auto-flow: column;

    > :first-child:not(:last-child) {
      --corner: 0px;
    }

    > :last-child {
      --corner: ${size.touch};
    }
  }

  &[data-count='4'] {
    grid-template: repeat(2, minmax(0, 1fr)) / repeat(2, minmax(0, 1fr));
    grid-auto-flow: row;

    > * {
      --corner: 0px;
    }

    > :nth-child(2) {
      --corner: ${size.touch};
    }
  }
`;

/** A digit's width is somewhat more than half of its height. They are within the ring, or in a wide tile over it. */
export const stageDigits = css`
  ${digits}
  font-size: min(calc(88cqi / (var(--characters) * 0.52)), 56cqb);

  @container middle (max-aspect-ratio: 5/4) {
    font-size: calc(min(72cqi, 72cqb) / (var(--characters) * 0.52));
  }
`;

/** A name has two lines at most. */
export const stageWords = css`
  font-size: clamp(1.25rem, 5cqi, 3rem);
  line-height: 1.3;
  text-align: center;
  hyphens: auto;
  overflow-wrap: break-word;

  ${narrowTile} {
    font-size: 1rem;
  }
`;

export const twoLines = css`
  display: -webkit-box;
  max-inline-size: 100%;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

/** Keys are shown where there is a keyboard. */
export const withKeys = css`
  ${touched} {
    display: none;
  }
`;
