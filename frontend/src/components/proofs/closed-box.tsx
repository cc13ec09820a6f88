// A closed box that rings: the site's mark with its lid on, and sound above it.
import styled from 'styled-components';
import { color, size } from '../../styles/theme';

export function ClosedBox() {
  return (
    <Drawing viewBox="0 0 75 100" aria-hidden="true">
      <path d="M6 62v31a6 6 0 0 0 6 6h50a6 6 0 0 0 6-6V62" />
      <Lid d="M0 59h74" />
      {waves.map(({ from, path }, index) => (
        <path key={from} d={path} strokeOpacity={1 - index * 0.3} strokeWidth={1.5} />
      ))}
    </Drawing>
  );
}

/** Three arcs of ticks above the middle of the lid. */
const waves = [0, 1, 2].map((arc) => {
  const count = 5 + arc * 2;
  const from = 20 + arc * 13;
  const path = Array.from({ length: count }, (_, tick) => {
    const angle = (tick / (count - 1) - 0.5) * 1.4;
    const point = (distance: number) =>
      `${(37 + Math.sin(angle) * distance).toFixed(1)} ${(58 - Math.cos(angle) * distance).toFixed(1)}`;
    return `M${point(from)}L${point(from + 7)}`;
  }).join('');
  return { from, path };
});

const Drawing = styled.svg`
  block-size: 100%;
  fill: none;
  stroke: ${color.ink};
  stroke-width: ${size.stroke};
  overflow: visible;
`;

const Lid = styled.path`
  stroke: ${color.accent};
`;
