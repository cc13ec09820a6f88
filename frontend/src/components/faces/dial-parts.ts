// Parts that the dials share.
import styled from 'styled-components';
import { dialDigits } from '../../styles/clocks';
import { color } from '../../styles/theme';

/** A square for a dial and the hands on it, which run clockwise in every language. */
export const DialFrame = styled.div`
  position: relative;
  inline-size: 100%;
  aspect-ratio: 1;
  direction: ltr;
`;

export const DialDisc = styled.circle`
  fill: ${color.surface};
  stroke: ${color.line};
`;

export const DialNumber = styled.text`
  ${dialDigits}
  fill: ${color.inkSoft};
  text-anchor: middle;
`;
