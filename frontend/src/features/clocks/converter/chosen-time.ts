// The time that the converter shows: chosen along a day of the visitor's zone, and carried by a link.
import { instantOf } from '../../../i18n/local-instant';
import { zoneOffset } from '../../../i18n/zone-offset';
import { localDay } from '../local-day';

const minuteMs = 60_000;

/** Minutes from one place of the slider to the next. */
export const stepMinutes = 15;

/** How far into its day an instant is, and how long that day is, in minutes: a day on which clocks change has 1,380 or 1,500. */
export function placeInDay(instant: number, zone: string): { minutes: number; length: number } {
  const { from, until } = localDay(instant, zone);
  return { minutes: (instant - from) / minuteMs, length: (until - from) / minuteMs };
}

/** The instant so many minutes into the same day. */
export function movedTo(minutes: number, instant: number, zone: string): number {
  return localDay(instant, zone).from + minutes * minuteMs;
}

/** The same time of day on another date, `2026-11-22`; null where that is none. */
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

/** The nearest place of the slider before an instant. */
export function roundedDown(instant: number): number {
  return Math.floor(instant / (stepMinutes * minuteMs)) * stepMinutes * minuteMs;
}

const dayMs = 86_400_000;
