// A small window that floats above others: its digits as large as it allows.
import { css } from 'styled-components';
import { digits } from './type';
import { space } from './theme';

export const floatFrame = css`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto auto;
  justify-items: center;
  gap: ${space[8]};
  block-size: 100dvh;
  padding: ${space[12]};
  overflow: hidden;
`;

/** A digit's width is somewhat more than half of its height. */
export const floatDigits = css`
  ${digits}
  font-size: min(calc(88vw / (var(--characters) * 0.52)), 44vh);
`;
