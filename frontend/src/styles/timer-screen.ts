// A timer that fills the screen: its digits as wide as that is, however many there are.
import { css } from 'styled-components';
import { digits } from './type';

/** A digit is a good half as wide as it is high. */
export const screenDigits = css`
  ${digits}
  font-size: min(calc(84vw / (var(--characters) * 0.52)), 62dvh);
`;

export const screenWords = css`
  font-size: clamp(1.25rem, 3.4vw, 3rem);
  line-height: 1.3;
  text-align: center;
  overflow-wrap: anywhere;
`;
