// Shapes of dials: marks, positions of numbers, hands, and the parts that the dials share; and where a pointer is on a
// dial that can be turned by hand. A dial's radius is 100.
import styled from 'styled-components';
import { dialDigits } from '../../styles/clocks';
import { color } from '../../styles/theme';

export interface Mark {
  readonly path: string;
  readonly width: number;
  readonly soft: boolean;
}

/** A hand that points up from the centre. */
export interface HandShape {
  readonly path: string;
  readonly width: number;
  /** Filled parts, like a counterweight. */
  readonly solid?: string;
}

/** Marks at every `step`th of 60 minutes from `inner` to `outer`, without those in `without`. */
export function marksAt(
  step: number,
  inner: number,
  outer: number,
  width: number,
  { soft = false, without = 0 } = {},
): Mark {
  const path = Array.from({ length: 60 / step }, (_, index) => index * step)
    .filter((minute) => without === 0 || minute % without !== 0)
    .map((minute) => ray(minute, inner, outer))
    .join('');
  return { path, width, soft };
}

export function ray(minute: number, inner: number, outer: number): string {
  return `M${pointAt(minute, inner)}L${pointAt(minute, outer)}`;
}

/** The point at a minute and a distance from the centre: `x y`. */
export function pointAt(minute: number, distance: number): string {
  const { x, y } = placeAt(minute, distance);
  return `${x} ${y}`;
}

export function placeAt(minute: number, distance: number): { x: number; y: number } {
  const angle = (minute / 30) * Math.PI;
  return { x: rounded(Math.sin(angle) * distance), y: rounded(-Math.cos(angle) * distance) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** A hand of constant width from `tail` below the centre to `tip` above it. */
export function baton(tip: number, tail: number, width: number): HandShape {
  return { path: `M0 ${tail}V${-tip}`, width };
}

/** A hand that narrows towards its tip. */
export function tapered(tip: number, tail: number, wide: number, narrow: number): HandShape {
  const [base, end] = [wide / 2, narrow / 2];
  return {
    path: '',
    width: 0,
    solid: `M${-base} ${tail}L${-end} ${-tip}A${end} ${end} 0 0 1 ${end} ${-tip}L${base} ${tail}A${base} ${base} 0 0 1 ${-base} ${tail}Z`,
  };
}

/** A thin hand with a counterweight from `from` to the end of its tail. */
export function weighted(
  tip: number,
  tail: number,
  width: number,
  weight: number,
  from: number,
): HandShape {
  const half = weight / 2;
  return {
    path: `M0 ${from}V${-tip}`,
    width,
    solid: `M${-half} ${from}H${half}V${tail - half}A${half} ${half} 0 0 1 ${-half} ${tail - half}Z`,
  };
}

export interface PointerPlace {
  /** The part of a turn, clockwise from the top: 0 to 1. */
  readonly turn: number;
  /** The distance from the centre, in radii of the dial. */
  readonly far: number;
}

/** From this distance on a dial moves in its fine steps. */
export const fineFrom = 1.35;

/** The place of a pointer on a dial that fills a square box. */
export function placeOfPointer(
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  pointer: { readonly clientX: number; readonly clientY: number },
): PointerPlace {
  const x = pointer.clientX - box.left - box.width / 2;
  const y = pointer.clientY - box.top - box.height / 2;
  return {
    turn: wrapped(Math.atan2(x, -y) / (2 * Math.PI)),
    far: Math.hypot(x, y) / (box.width / 2),
  };
}

/** A number of turns without the whole ones: 0 to 1. */
export function wrapped(turns: number): number {
  return ((turns % 1) + 1) % 1;
}

/** The turns from one place to another by the shorter way: from -0.5 up to 0.5. */
export function shorterWay(from: number, to: number): number {
  const way = wrapped(to - from);
  return way >= 0.5 ? way - 1 : way;
}

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
