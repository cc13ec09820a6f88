// The ring of sixty minutes that sets the length of a new timer: wound by hand like a kitchen timer. The ticks of a
// timer that was started leave it and shrink into the ring of its row.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import styled, { css, keyframes } from 'styled-components';
import { DialGrip } from '../../components/faces/dial-grip';
import { placeAt, ray, DialNumber, type PointerPlace } from '../../components/faces/dials';
import { stepOfKey, alongToo } from '../../components/forms/time-line';
import { below, color, motion } from '../../styles/theme';
import { timerSize } from '../../styles/timer';
import { longestSeconds, timerSteps } from './timer-seed';
import { grasped, wound, woundLength, type Winding } from './ring-turn';

interface WindingRingProps {
  /** The ring's name for assistive technology, and its value in words. */
  readonly label: string;
  readonly valueText: string;
  readonly seconds: number;
  readonly onTouch: () => void;
  readonly onWind: (seconds: number) => void;
  readonly onStep: (by: number) => void;
  /** What leaves the ring. */
  readonly leaving: ReactNode;
  /** In the middle. */
  readonly children: ReactNode;
}

/** Keyboards have the line in its middle; the slider is for pointers, and for gestures of screen readers. */
export function WindingRing(ring: WindingRingProps) {
  const { label, valueText, seconds, onTouch, onWind, onStep, leaving, children } = ring;
  const dial = useRef<SVGSVGElement>(null);
  const hand = useRef<SVGGElement>(null);
  const winding = useRef<Winding | null>(null);
  const angle = useRef(0);
  const minutes = seconds / 60;
  const left = filledTicks(seconds);
  const hours = hoursOf(seconds);

  useLayoutEffect(() => {
    // The shorter way, so that the hand does not travel round the ring from 59 to 1.
    const target = (minutes % 60) * 6;
    angle.current += ((((target - angle.current) % 360) + 540) % 360) - 180;
    hand.current?.style.setProperty('transform', `rotate(${angle.current.toFixed(2)}deg)`);
  }, [minutes]);

  function grip(box: PointerPlace) {
    onTouch();
    const place = onRing(box);
    const next = grasped(place, seconds);
    winding.current = next;
    dial.current?.toggleAttribute('data-held', true);
    onWind(woundLength(next, place));
  }

  function pull(box: PointerPlace, { pointerType }: PointerEvent) {
    if (winding.current === null) return;
    const place = onRing(box);
    const next = wound(winding.current, place);
    const length = woundLength(next, place);
    if (pointerType === 'touch' && hoursOf(length) !== hours) {
      (navigator as Partial<Navigator>).vibrate?.(4);
    }
    winding.current = next;
    onWind(length);
  }

  function release() {
    winding.current = null;
    dial.current?.toggleAttribute('data-held', false);
  }

  function step(event: KeyboardEvent) {
    const by = stepOfKey(event, timerSteps, alongToo);
    if (by === null) return;
    event.preventDefault();
    onStep(by);
  }

  return (
    <Place>
      <Dial ref={dial} viewBox={box} aria-hidden="true" className="notranslate">
        <Ticks d={ticksFrom(left, 60)} $stroke={hours > 0 ? color.controlLine : color.line} />
        <Ticks d={ticksFrom(0, left)} $stroke={color.ink} />
        {numbers.map((number) => (
          <DialNumber key={number} {...placeAt(number, 109)} dy={3.6} fontSize={10.5}>
            {number}
          </DialNumber>
        ))}
        {Array.from({ length: hours }, (_, hour) => (
          <circle key={hour} {...dotAt(hour, hours)} r={2.2} fill={color.ink} />
        ))}
        <Hand ref={hand}>
          <circle cy={-91} r={8.2} fill={color.ink} stroke={color.ground} strokeWidth={2.4} />
          <path d="M0 -94V-88" stroke={color.ground} strokeWidth={1.6} />
        </Hand>
      </Dial>
      <DialGrip
        outer={bandRadius.outer / half}
        inner={bandRadius.inner / half}
        tabIndex={-1}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={longestSeconds}
        aria-valuenow={seconds}
        aria-valuetext={valueText}
        onKeyDown={step}
        onGrip={grip}
        onPull={pull}
        onRelease={release}
        onCancel={release}
      />
      {leaving}
      <Middle>{children}</Middle>
    </Place>
  );
}

/** What can be taken, from within the ticks to outside of their numbers. */
const bandRadius = { outer: 115, inner: 62 };

/** A place on the box as one on the ring, whose numbers are outside of its radius. */
function onRing({ turn, far }: PointerPlace): PointerPlace {
  return { turn, far: (far * half) / 100 };
}

const numbers = Array.from({ length: 12 }, (_, index) => index * 5);

/** Whole hours before the present turn; a full turn is not over yet. */
function hoursOf(seconds: number): number {
  return Math.max(0, Math.ceil(seconds / 3600) - 1);
}

/** The dot of an hour, in an arc below the middle. */
function dotAt(hour: number, hours: number): { cx: number; cy: number } {
  const { x, y } = placeAt(30 - (hour - (hours - 1) / 2) * 1.6, 66);
  return { cx: x, cy: y };
}

/** Half the width of the box, in which the radius of the ticks is 98: their numbers are outside. */
const half = 118;
const box = `-${half} -${half} ${2 * half} ${2 * half}`;

/** The ticks of these minutes as one path; every fifth is longer. */
function ticksFrom(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => {
    const minute = from + index;
    return ray(minute, minute % 5 === 0 ? 84 : 89, 98);
  }).join('');
}

/** How many ticks a length fills: of the last hour, if it is longer than one. */
function filledTicks(seconds: number): number {
  return seconds === 0 ? 0 : Math.ceil((seconds / 60 - 1e-6) % 60 || 60);
}

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
    <FlyingTicks
      ref={ticks}
      viewBox={box}
      aria-hidden="true"
      $lands={id !== null}
      onAnimationEnd={onLanded}
    >
      <path d={ticksFrom(0, filledTicks(seconds))} />
    </FlyingTicks>
  );
}

/** A row's ring fills its box, without numbers around it. */
function landing(from: DOMRect, to: DOMRect): string {
  const x = to.x + to.width / 2 - (from.x + from.width / 2);
  const y = to.y + to.height / 2 - (from.y + from.height / 2);
  const scale = (to.width / from.width) * (half / 100);
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/** Clockwise in every language. */
const Place = styled.div`
  position: relative;
  inline-size: 100%;
  aspect-ratio: 1;
  container-type: inline-size;

  ${below.md} {
    inline-size: min(100%, ${timerSize.windingSmall});
    margin-inline: auto;
  }

  /* Only the line in its middle, at the start of a line of its own. */
  [data-folded] & {
    inline-size: 100%;
    aspect-ratio: auto;
    margin: 0;

    > :not(:last-child),
    > :last-child > input + input {
      display: none;
    }

    > :last-child {
      position: static;
      justify-items: start;
    }
  }
`;

const Dial = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  overflow: visible;
  fill: none;
`;

const Ticks = styled.path<{ readonly $stroke: string }>`
  stroke: ${({ $stroke }) => $stroke};
  stroke-width: 1.7;
`;

const Hand = styled.g`
  transition: transform ${motion.settle};

  [data-held] & {
    transition: none;
  }

  @media (prefers-reduced-motion: reduce) {
    transition: none;
  }
`;

const Middle = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  align-content: center;
  justify-items: center;
  pointer-events: none;

  > input {
    pointer-events: auto;
  }
`;

const land = keyframes`
  70% {
    opacity: 1;
  }

  to {
    transform: var(--landing, none);
    opacity: 0;
  }
`;

const FlyingTicks = styled.svg<{ readonly $lands: boolean }>`
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
