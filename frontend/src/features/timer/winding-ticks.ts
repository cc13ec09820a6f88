// The ticks of the ring of sixty minutes.
import { ray } from '../../components/faces/dial-drawing';

/** Half the width of the box, in which the radius of the ticks is 98: their numbers are outside. */
export const half = 118;
export const box = `-${half} -${half} ${2 * half} ${2 * half}`;

/** The ticks of these minutes as one path; every fifth is longer. */
export function ticksFrom(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => {
    const minute = from + index;
    return ray(minute, minute % 5 === 0 ? 84 : 89, 98);
  }).join('');
}

/** How many ticks a length fills: of the last hour, if it is longer than one. */
export function filledTicks(seconds: number): number {
  return seconds === 0 ? 0 : Math.ceil((seconds / 60 - 1e-6) % 60 || 60);
}
