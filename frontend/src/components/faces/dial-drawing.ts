// Shapes of dials: marks, positions of numbers, and hands. A dial's radius is 100.

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

/** A line at a minute, from one distance to another. */
export function ray(minute: number, inner: number, outer: number): string {
  return `M${pointAt(minute, inner)}L${pointAt(minute, outer)}`;
}

/** The point at a minute and a distance from the centre: `x y`. */
export function pointAt(minute: number, distance: number): string {
  const { x, y } = placeAt(minute, distance);
  return `${x} ${y}`;
}

/** The position of a minute at a distance from the centre. */
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
