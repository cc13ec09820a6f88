// Sizes and type of the timer page: its ring that is wound, the only timer's card, and the rows of several.
import { css } from 'styled-components';
import { digits } from './type';

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

/** A length in the middle of the ring that is wound; smaller if it has many characters. */
export const windingDigits = css`
  ${digits}
  font-size: max(1.25rem, min(21cqi, calc(120cqi / var(--characters, 6))));
`;

/** A new length on one line. */
export const foldedDigits = css`
  font-size: 2.5rem;
`;

/** The time left in the row of a timer: 52 px, less on a phone. */
/** The height of a field in which new digits are typed, in the type of those that it replaces. */
export const digitsInput = '1.1em';

export const timerRowDigits = css`
  ${digits}
  font-size: min(12vw, 3.25rem);
`;

/** The time left of the only timer. */
export const largeRingDigits = css`
  ${digits}
  font-size: min(12.5vw, 4.75rem, 12dvh);
`;
