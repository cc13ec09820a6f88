// A timer in full screen: digits as wide as the screen, however many there are.
import { css } from 'styled-components';
import { digits } from './type';

/** A digit's width is somewhat more than half of its height. */
export const screenDigits = css`
  ${digits}
  font-size: min(calc(84vw / (var(--characters) * 0.52)), 62dvh);
`;

/** Beside the digits, so that they do not touch the ring behind them. */
export const screenAir = '0.12em';

export const screenWords = css`
  font-size: clamp(1.25rem, 3.4vw, 3rem);
  line-height: 1.3;
  text-align: center;
  overflow-wrap: anywhere;
`;
