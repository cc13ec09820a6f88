// The ruler under the header: the next hour in 60 ticks, one a minute. What moves on it comes with the code of rings.
import styled from 'styled-components';
import { color, size } from '../styles/theme';

export function HourRuler() {
  return <Ruler data-ruler="">{ticks}</Ruler>;
}

const ticks = Array.from({ length: 60 }, (_, tick) => <i key={tick} />);

/** Borders are seen with forced colours, too. */
const Ruler = styled.div`
  position: relative;
  display: flex;
  align-items: end;
  justify-content: space-between;
  block-size: ${size.tick};

  > i {
    block-size: ${size.tickShort};
    border-inline-start: ${size.hairline} solid ${color.line};
  }

  > i:nth-child(5n + 1) {
    block-size: 100%;
  }
`;
