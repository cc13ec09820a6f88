// The site's mark: a box whose lid is the hand of a clock.
import styled from 'styled-components';
import { color, space } from '../styles/theme';

export function SiteMark() {
  return (
    <Drawing viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3.5" y="13" width="25" height="16" rx="4" />
      <Lid d="M4.5 9.5 24 3" />
    </Drawing>
  );
}

const Drawing = styled.svg`
  inline-size: ${space[32]};
  block-size: ${space[32]};
  flex: none;
  fill: none;
  stroke: ${color.ink};
  stroke-width: 2;
  stroke-linecap: round;
`;

const Lid = styled.path`
  stroke: ${color.accent};
  stroke-width: 2.4;
`;
