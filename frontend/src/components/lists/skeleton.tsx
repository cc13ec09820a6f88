// A grey bar in the place of text that is still on its way, of the text's own size.
import styled, { css, keyframes } from 'styled-components';
import { color, motion, radius } from '../../styles/theme';

const breathe = keyframes`
  50% {
    opacity: 0.45;
  }
`;

const breathing = css`
  animation: ${breathe} ${motion.breathe} infinite;
`;

export const Skeleton = styled.span.attrs({ 'aria-hidden': true })<{
  readonly $width: string;
  readonly $height?: string;
  /** Nothing was asked for yet: out of sight, a breath only costs. */
  readonly $still?: boolean;
}>`
  display: block;
  inline-size: ${({ $width }) => $width};
  max-inline-size: 100%;
  block-size: ${({ $height = '1em' }) => $height};
  border-radius: ${radius.control};
  background: ${color.line};
  ${({ $still = false }) => !$still && breathing}
`;
