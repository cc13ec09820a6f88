// What rings in the next hour: a mark for each alarm and each running timer, by minutes of the clock. Pure.
import type { Alarm, Kind, Timer } from '../model/types';
import { minuteMs } from '../model/time-of-day';
import { atPresent } from './timer-steps';
import { endOf } from './timer-remaining';
import { ringOf } from './next-ring';

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
