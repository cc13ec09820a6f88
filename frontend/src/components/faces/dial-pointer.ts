// Where a pointer is on a dial that can be turned by hand, and the arithmetic of turns.

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
