// The time that is held instead of the present one: a place in a day of the visitor's zone.
import { instantOf, zoneOffset } from '../../../time/zone-offset';
import { localDay } from '../daylight';
import { minuteOf, dayMs, minuteMs } from '../../../model/time-of-day';

/** The step of the rule of the day, in minutes. */
export const stepMinutes = 15;

/** How far a key moves the hand, in minutes. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: stepMinutes,
  ArrowUp: stepMinutes,
  ArrowLeft: -stepMinutes,
  ArrowDown: -stepMinutes,
  PageUp: 60,
  PageDown: -60,
};

/** The place in a day of this length to which a key moves the hand; null for other keys. */
export function placeByKey(key: string, minutes: number, length: number): number | null {
  const last = length - stepMinutes;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const by = keySteps[key];
  if (by === undefined) return null;
  // From between two steps to the next one.
  const round = by > 0 ? Math.floor : Math.ceil;
  return Math.min(last, Math.max(0, round(minutes / stepMinutes) * stepMinutes + by));
}

/** The step at a part of a day of this length. */
export function placeAtPart(part: number, length: number): number {
  const place = Math.round((part * length) / stepMinutes) * stepMinutes;
  return Math.min(length - stepMinutes, Math.max(0, place));
}

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

/** The time of day of an instant, on another date, `2026-11-22`; null if the date is invalid. */
export function onDate(date: string, instant: number, zone: string): number | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) return null;
  const local = instant + zoneOffset(instant, zone);
  return instantOf(midnight + (((local % dayMs) + dayMs) % dayMs), zone);
}

/** A time of day, `15:00`, on the day of an instant. */
export function atTime(time: string, instant: number, zone: string): number {
  const local = instant + zoneOffset(instant, zone);
  const midnight = Math.floor(local / dayMs) * dayMs;
  return instantOf(midnight + minuteOf(time) * minuteMs, zone);
}
