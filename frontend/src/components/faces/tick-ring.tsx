// A ring of 60 ticks that empties: the progress bar of a timer.
import styled from 'styled-components';
import { color, motion } from '../../styles/theme';

interface TickRingProps {
  /** The fraction that is left, from 1 to 0. */
  readonly fraction: number;
  readonly running: boolean;
  /** The name of the progress bar; without one the ring is decoration. */
  readonly label?: string;
  /** The value in words. */
  readonly valueText?: string;
}

/** It fills its container. */
export function TickRing({ fraction, running, label, valueText }: TickRingProps) {
  const left = Math.ceil(Math.min(1, Math.max(0, fraction)) * tickCount);
  const meaning =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'progressbar',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': Math.round(fraction * 100),
          'aria-valuetext': valueText,
        };
  return (
    <Dial viewBox="-100 -100 200 200" {...meaning}>
      {ticks.map((tick, index) => (
        <Tick
          key={index}
          d={tick}
          $state={index >= left ? 'spent' : running ? 'running' : 'still'}
        />
      ))}
    </Dial>
  );
}

const tickCount = 60;
const outer = 98;

/** One tick as a path, from the top clockwise; every fifth is longer. */
const ticks: readonly string[] = Array.from({ length: tickCount }, (_, index) => {
  const angle = (index / tickCount) * 2 * Math.PI;
  const inner = outer - (index % 5 === 0 ? 14 : 9);
  return `M${point(angle, inner)}L${point(angle, outer)}`;
});

function point(angle: number, distance: number): string {
  return `${(Math.sin(angle) * distance).toFixed(2)} ${(-Math.cos(angle) * distance).toFixed(2)}`;
}

const Dial = styled.svg`
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  stroke-linecap: butt;
  overflow: visible;
`;

const strokes = { spent: color.line, running: color.accent, still: color.ink };

const Tick = styled.path<{ readonly $state: keyof typeof strokes }>`
  stroke: ${({ $state }) => strokes[$state]};
  stroke-width: 1.6;
  transition: stroke ${motion.settle};
`;
