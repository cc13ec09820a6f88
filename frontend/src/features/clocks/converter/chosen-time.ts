// The time of the converter: chosen on a slider over a day in the visitor's zone, or taken from a link.
import { instantOf } from '../../../time/local-instant';
import { zoneOffset } from '../../../time/zone-offset';
import { localDay } from '../local-day';

const minuteMs = 60_000;

/** The step of the slider in minutes. */
export const stepMinutes = 15;

/**
 * The position of an instant in its day, and the length of that day, in minutes: 1,380 or 1,500 on a day of a clock
 * change.
 */
export function placeInDay(instant: number, zone: string): { minutes: number; length: number } {
  const { from, until } = localDay(instant, zone);
  return { minutes: (instant - from) / minuteMs, length: (until - from) / minuteMs };
}

/** The instant this many minutes into the same day. */
export function movedTo(minutes: number, instant: number, zone: string): number {
  return localDay(instant, zone).from + minutes * minuteMs;
}

/** The same time of day on another date, `2026-11-22`; null if the date is invalid. */
export function onDate(date: string, instant: number, zone: string): number | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) return null;
  const local = instant + zoneOffset(instant, zone);
  return instantOf(midnight + (((local % dayMs) + dayMs) % dayMs), zone);
}

/** The date in a zone, `2026-11-22`. */
export function dateIn(instant: number, zone: string): string {
  return new Date(instant + zoneOffset(instant, zone)).toISOString().slice(0, 10);
}

/** The instant, rounded down to a step of the slider. */
export function roundedDown(instant: number): number {
  return Math.floor(instant / (stepMinutes * minuteMs)) * stepMinutes * minuteMs;
}

const dayMs = 86_400_000;
