// The ticks of a timer that was started by hand: they leave the wound ring and shrink into the ring of its row.
import { useLayoutEffect, useRef } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { color, motion } from '../../styles/theme';
import { box, filledTicks, half, ticksFrom } from './winding-ticks';

interface RingFlightProps {
  /** The timer's, null until it is saved; the ring of its row has the attribute `data-timer-ring`. */
  readonly id: number | null;
  readonly seconds: number;
  readonly onLanded: () => void;
}

/** In the place of the wound ring until the timer is saved. Without a row they only fade. */
export function RingFlight({ id, seconds, onLanded }: RingFlightProps) {
  const ticks = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const row = document.querySelector(`[data-timer-ring="${String(id)}"]`);
    if (ticks.current === null || row === null) return;
    const [from, to] = [ticks.current, row].map((ring) => ring.getBoundingClientRect());
    if (from !== undefined && to !== undefined) {
      ticks.current.style.setProperty('--landing', landing(from, to));
    }
  }, [id]);
  return (
    <Ticks
      ref={ticks}
      viewBox={box}
      aria-hidden="true"
      $lands={id !== null}
      onAnimationEnd={onLanded}
    >
      <path d={ticksFrom(0, filledTicks(seconds))} />
    </Ticks>
  );
}

/** A row's ring fills its box, without numbers around it. */
function landing(from: DOMRect, to: DOMRect): string {
  const x = to.x + to.width / 2 - (from.x + from.width / 2);
  const y = to.y + to.height / 2 - (from.y + from.height / 2);
  const scale = (to.width / from.width) * (half / 100);
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

const land = keyframes`
  70% {
    opacity: 1;
  }

  to {
    transform: var(--landing, none);
    opacity: 0;
  }
`;

const Ticks = styled.svg<{ readonly $lands: boolean }>`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  stroke: ${color.accent};
  stroke-width: 1.7;
  pointer-events: none;
  ${({ $lands }) =>
    $lands &&
    css`
      animation: ${land} ${motion.settle} forwards;
    `}
`;
