// The site's mark: an open box whose lid is the hand of a clock. icons/mark.mjs draws it for files.
import styled from 'styled-components';
import { color, size } from '../../styles/theme';

export function SiteMark() {
  return (
    <Drawing viewBox="0 0 32 32" aria-hidden="true">
      <path d="M27 13.5V26a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V15" />
      <Hand d="M1.8 12.6 27.5 4.2" />
      <Pin cx="6" cy="11.2" r="2" />
    </Drawing>
  );
}

const Drawing = styled.svg`
  inline-size: ${size.mark};
  block-size: ${size.mark};
  flex: none;
  fill: none;
  stroke: ${color.ink};
  stroke-width: 2;
  stroke-linecap: round;
`;

const Hand = styled.path`
  stroke: ${color.accent};
  stroke-width: 2.3;
`;

/** The pivot of the hand. */
const Pin = styled.circle`
  fill: ${color.accent};
  stroke: none;
`;
