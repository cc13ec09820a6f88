// When an alarm rings next by this page's own reckoning, for as long as the server cannot be asked. The rules are the
// server's (docs/time.md): days of the alarm's own zone, and what the clocks skip rings later by what they skip.
import type { Alarm } from '../api/types';
import { instantOf } from '../i18n/local-instant';
import { isKnownZone } from '../i18n/zone-identity';
import { zoneOffset } from '../i18n/zone-offset';

/** What says when an alarm rings. A server that knows more fields than this page sends them too. */
export type RingRule = Pick<Alarm, 'time' | 'timezone'> & {
  readonly repeat: string;
  readonly days?: readonly string[] | null;
  /** `2026-12-24`, of an alarm that rings on that day alone. */
  readonly date?: string | null;
  /** The first day on which it may ring again. */
  readonly pausedUntil?: string | null;
};

const dayMs = 24 * 3_600_000;
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The first ring after an instant, both in milliseconds since the epoch; null where there is none, or nobody here knows. */
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
  // The day before is the first where its ring was moved past midnight.
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
