// The ring of sixty minutes that sets the length of a new timer: wound by hand like a kitchen timer.
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { DialGrip } from '../../components/faces/dial-grip';
import { placeAt } from '../../components/faces/dial-drawing';
import type { PointerPlace } from '../../components/faces/dial-pointer';
import { stepOfKey, alongToo } from '../../components/forms/time-line';
import { below, color, motion } from '../../styles/theme';
import { timerSize } from '../../styles/timer';
import { longestSeconds, timerSteps } from './plan-limits';
import type * as reading from './timer-reader';
import type { Winding } from './ring-winding';
import { box, filledTicks, half, ticksFrom } from './winding-ticks';
import { DialNumber } from '../../components/faces/dial-parts';

interface WindingRingProps {
  /** The ring's name for assistive technology, and its value in words. */
  readonly label: string;
  readonly valueText: string;
  readonly seconds: number;
  /** Null until it is loaded. */
  readonly reader: typeof reading | null;
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
  const { label, valueText, seconds, reader, onTouch, onWind, onStep, leaving, children } = ring;
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
    if (reader === null) return;
    const place = onRing(box);
    const next = reader.grasped(place, seconds);
    winding.current = next;
    dial.current?.toggleAttribute('data-held', true);
    onWind(reader.woundLength(next, place));
  }

  function pull(box: PointerPlace, { pointerType }: PointerEvent) {
    if (reader === null || winding.current === null) return;
    const place = onRing(box);
    const next = reader.wound(winding.current, place);
    const length = reader.woundLength(next, place);
    if (pointerType === 'touch' && hoursOf(length) !== hours) vibrate();
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
          <Hour key={hour} {...dotAt(hour, hours)} r={2.2} />
        ))}
        <Hand ref={hand}>
          <Disc cy={-91} r={8.2} />
          <Notch d="M0 -94V-88" />
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

/** Missing in Safari. */
function vibrate(): void {
  const { vibrate: shake } = navigator as { readonly vibrate?: typeof navigator.vibrate };
  shake?.call(navigator, [4]);
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

const Hour = styled.circle`
  fill: ${color.ink};
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

const Disc = styled.circle`
  fill: ${color.ink};
  stroke: ${color.ground};
  stroke-width: 2.4;
`;

const Notch = styled.path`
  stroke: ${color.ground};
  stroke-width: 1.6;
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
