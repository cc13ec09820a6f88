// A grey placeholder of the size of the text that is still loading.
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
  /** Nothing is loading yet: an animation out of sight would only cost power. */
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
