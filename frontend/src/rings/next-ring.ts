// The next ring of alarms, from the server's data, the ring that a day off has silenced, and what rings in the next
// hour: a mark for each alarm and each running timer, by minutes of the clock. Pure.
import type { Alarm, Day, Kind, Timer } from '../model/types';
import { isKnownRepeat } from '../model/rows';
import { dayNumber, dayOfNumber } from '../model/calendar-day';
import { rangeOn, type DayRange } from '../model/days-off';
import { isKnownZone } from '../time/zone-identity';
import { instantOf, zoneOffset } from '../time/zone-offset';
import { nextTriggerIgnoring, ringsOnDaysOff } from './next-trigger';
import { dayMs, minuteMs } from '../model/time-of-day';
import { atPresent } from './timer-steps';
import { endOf } from './timer-remaining';

/** The next ring of an alarm in milliseconds; null if it is off. */
export function ringOf(alarm: Alarm): number | null {
  return alarm.nextTrigger === null ? null : Date.parse(alarm.nextTrigger);
}

/** The earliest ring; null if no alarm is on. */
export function nextRing(alarms: readonly Alarm[]): number | null {
  const next = nextToRing(alarms);
  return next === null ? null : ringOf(next);
}

/** The alarm that rings first; null if none is on. */
export function nextToRing(alarms: readonly Alarm[]): Alarm | null {
  return alarms.reduce<Alarm | null>((first, alarm) => {
    const ring = ringOf(alarm);
    if (ring === null) return first;
    const known = first === null ? null : ringOf(first);
    return known === null || ring < known ? alarm : first;
  }, null);
}

export interface SilentRing {
  /** When it would ring, in milliseconds since the epoch. */
  readonly at: number;
  /** How many days after today it is, in the alarm's zone. */
  readonly days: number;
  /** The name of the day off; empty if it has none. */
  readonly label: string;
}

/** A week ahead weekdays have names of their own. */
const daysAhead = 6;

/** The next ring of an alarm, if that is on a day off within a week; else null. */
export function silentRing(
  alarm: Alarm,
  daysOff: readonly DayRange[],
  now: number,
): SilentRing | null {
  const isSilent =
    daysOff.length > 0 &&
    alarm.enabled === 1 &&
    alarm.snoozedUntil === null &&
    isKnownRepeat(alarm.repeat) &&
    !ringsOnDaysOff(alarm);
  const at = isSilent ? nextTriggerIgnoring(alarm, now) : null;
  if (at === null) return null;
  const day = localDay(at, alarm.timezone);
  const range = rangeOn(daysOff, dayOfNumber(day));
  const days = day - localDay(now, alarm.timezone);
  return range === null || days > daysAhead ? null : { at, days, label: range.label };
}

/** Whether an alarm rings on a coming day of its zone unless that is a day off. */
export function wouldRingOn(alarm: Alarm, day: Day, now: number): boolean {
  const isOn = alarm.enabled === 1 && isKnownRepeat(alarm.repeat) && !ringsOnDaysOff(alarm);
  const number = dayNumber(day);
  if (!isOn || number === null || !isKnownZone(alarm.timezone)) return false;
  const start = instantOf(number * dayMs, alarm.timezone) - 1;
  // An alarm that does not repeat rings at its next time alone.
  const at = nextTriggerIgnoring(alarm, alarm.repeat === 'once' ? now : start);
  if (at === null || localDay(at, alarm.timezone) !== number) return false;
  return alarm.skipped === null || Date.parse(alarm.skipped) !== at;
}

/** The earliest of these rings. */
export function firstSilentRing(
  alarms: readonly Alarm[],
  daysOff: readonly DayRange[],
  now: number,
): SilentRing | null {
  const silent = alarms.flatMap((alarm) => silentRing(alarm, daysOff, now) ?? []);
  return silent.reduce<SilentRing | null>(
    (first, one) => (first === null || one.at < first.at ? one : first),
    null,
  );
}

function localDay(instant: number, zone: string): number {
  return Math.floor((instant + zoneOffset(instant, zone)) / dayMs);
}

interface Mark {
  /** The minutes of the clock from now: 0 in the present one, at most 59. */
  readonly minute: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type HourMark =
  | (Mark & { readonly kind: 'alarm'; readonly row: Alarm })
  | (Mark & { readonly kind: 'timer'; readonly row: Timer });

/** The minutes of the hour ahead. */
export const hourMinutes = 60;

/** The rings of the next hour, the first one first: of an alarm its next, of a running timer the end of its present step. */
export function marksOfNextHour(
  alarms: readonly Alarm[],
  timers: readonly Timer[],
  now: number,
): readonly HourMark[] {
  const marks = [
    ...alarms.map((row) => ({ kind: 'alarm' as const, row, at: ringOf(row) })),
    ...timers.map((row) => ({ kind: 'timer' as const, row, at: endOf(atPresent(row, now)) })),
  ];
  return marks
    .flatMap((mark): HourMark[] => {
      // What is due already rings, or is on its way to its next ring.
      if (mark.at === null || mark.at <= now) return [];
      const minute = Math.floor(mark.at / minuteMs) - Math.floor(now / minuteMs);
      return minute < hourMinutes ? [{ ...mark, at: mark.at, minute }] : [];
    })
    .sort((one, other) => one.at - other.at);
}

/** Neighbours that are fewer minutes apart than a press can tell are in one group. */
export function groupsOfMarks(
  marks: readonly HourMark[],
  apart: number,
): readonly (readonly HourMark[])[] {
  const groups: HourMark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || mark.minute - before.minute >= apart) {
      groups.push([mark]);
    } else last.push(mark);
  }
  return groups;
}

/** The element of a row, and the part of an address that leads to it. */
export function rowAnchor(kind: Kind, id: number): string {
  return `${kind}-${String(id)}`;
}
