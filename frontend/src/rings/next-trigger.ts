// Computes when an alarm rings next, for when the server cannot be reached. The rules are the server's (docs/time.md):
// days are those of the alarm's zone, and a time that is skipped by a clock change rings later by the length of the
// gap.
import type { Alarm } from '../model/types';
import { instantOf } from '../time/local-instant';
import { isKnownZone } from '../time/zone-identity';
import { zoneOffset } from '../time/zone-offset';

/** The fields that determine when an alarm rings. A newer server may send additional fields. */
export type RingRule = Pick<Alarm, 'time' | 'timezone'> & {
  readonly repeat: string;
  readonly days?: readonly string[] | null;
  /** `2026-12-24`, for an alarm that rings on that day only. */
  readonly date?: string | null;
  /** The first day after a pause. */
  readonly pausedUntil?: string | null;
};

const dayMs = 24 * 3_600_000;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/**
 * The first ring after an instant, both in milliseconds since the epoch; null if there is none, or if it cannot be
 * computed here.
 */
export function nextTriggerOf(rule: RingRule, after: number): number | null {
  const { timezone } = rule;
  const time = minutesOf(rule.time);
  if (!isKnownZone(timezone) || time === null) return null;
  const today = startOfDay(after + zoneOffset(after, timezone));
  const first = Math.max(
    today,
    dayOf(rule.pausedUntil) ?? -Infinity,
    dayOf(rule.date) ?? -Infinity,
  );
  // Begins with the day before, whose ring may have been moved past midnight.
  for (let count = -1; count <= 8; count += 1) {
    const day = first + count * dayMs;
    if (day < (dayOf(rule.pausedUntil) ?? -Infinity) || !ringsOn(rule, day)) continue;
    const ring = instantOf(day + time * 60_000, timezone);
    if (ring > after) return ring;
  }
  return null;
}

function ringsOn({ repeat, days, date }: RingRule, day: number): boolean {
  const weekday = new Date(day).getUTCDay();
  if (repeat === 'daily') return true;
  if (repeat === 'weekday') return weekday >= 1 && weekday <= 5;
  if (repeat === 'weekend') return weekday === 0 || weekday === 6;
  if (repeat === 'days') return days?.includes(weekdays[weekday] ?? '') === true;
  if (repeat === 'once') return date === undefined || date === null || dayOf(date) === day;
  return false;
}

function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

function startOfDay(local: number): number {
  return Math.floor(local / dayMs) * dayMs;
}

function dayOf(date: string | null | undefined): number | null {
  const day = typeof date === 'string' ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(day) ? null : day;
}
