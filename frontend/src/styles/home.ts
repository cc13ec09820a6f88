// Sizes and type of the home page's cards, and of the proofs for new visitors.
import { css } from 'styled-components';
import { digits } from './type';

export const homeSize = {
  /** A card: its preview and its name. */
  card: '7rem',
  preview: '4rem',
  map: '11rem',
  drawing: '6.5rem',
  /** The least width of a proof's words beside others. */
  proof: '18rem',
} as const;

export const previewDigits = css`
  ${digits}
  font-size: 2.5rem;
`;

/** Letters of the thirteen languages. */
export const letters = css`
  font-size: 1.625rem;
  line-height: 1.35;
`;
