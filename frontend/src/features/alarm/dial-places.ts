// Where times of day are on the dial of 24 hours, with noon at the top. Pure.
import { placeAt, pointAt, ray } from '../../components/faces/dial-drawing';
import { fineFrom, wrapped, type PointerPlace } from '../../components/faces/dial-pointer';
import { zoneOffset } from '../../time/zone-offset';
import { minuteOf, timeOf, dayMs } from '../../model/time-of-day';

export const dayMinutes = 1440;

/** How far a pointer moves the time, in minutes: on the dial, and far from it. */
const usualStep = 5;
const fineStep = 1;

/** The part of its local day before an instant, from 0 to 1. */
export function partOfDay(instant: number, zone: string): number {
  return ((instant + zoneOffset(instant, zone)) % dayMs) / dayMs;
}

export function partOfTime(time: string): number {
  return minuteOf(time) / dayMinutes;
}

/** The turn from the top of the dial to a part of the day, and back. */
export function turnOf(part: number): number {
  return wrapped(part + 0.5);
}

/** The time `HH:mm` at a turn from the top of the dial, in the steps of the pointer's distance. */
export function timeAt({ turn, far }: PointerPlace): string {
  const step = far > fineFrom ? fineStep : usualStep;
  return timeOf(Math.round((turnOf(turn) * dayMinutes) / step) * step);
}

export function at(part: number, distance: number): string {
  return pointAt((part + 0.5) * 60, distance);
}

export function centre(part: number, distance: number) {
  const { x, y } = placeAt((part + 0.5) * 60, distance);
  return { cx: x, cy: y };
}

export function radial(part: number, inner: number, outer: number): string {
  return ray((part + 0.5) * 60, inner, outer);
}

/** Where the disc of the hand and the dots of alarms are. */
export const discDistance = 92;
export const dotDistance = 79;
