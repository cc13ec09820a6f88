// When an alarm rings next by this page's own reckoning, for as long as the server cannot be asked. The rules are the
// server's (docs/time.md): days of the alarm's own zone, and what the clocks skip rings later by what they skip.
import type { Alarm } from '../api/types';

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
  const offsets = offsetsOf(rule.timezone);
  const time = minutesOf(rule.time);
  if (offsets === null || time === null) return null;
  const today = startOfDay(after + offsets(after));
  const first = Math.max(
    today,
    dayOf(rule.pausedUntil) ?? -Infinity,
    dayOf(rule.date) ?? -Infinity,
  );
  // The day before is the first where its ring was moved past midnight.
  for (let count = -1; count <= 8; count += 1) {
    const day = first + count * dayMs;
    if (day < (dayOf(rule.pausedUntil) ?? -Infinity) || !ringsOn(rule, day)) continue;
    const ring = instantOf(day + time * 60_000, offsets);
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

/** The instant of a local time, given as if it were UTC: the first of two, and later by the gap where there is none. */
function instantOf(local: number, offsets: (instant: number) => number): number {
  const before = local - offsets(local - dayMs);
  const after = local - offsets(local + dayMs);
  const real = [before, after].filter((instant) => instant + offsets(instant) === local);
  return real.length > 0 ? Math.min(...real) : before;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds; null for a zone that this browser does not know. */
function offsetsOf(timeZone: string): ((instant: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return (instant) => {
      const whole = Math.floor(instant / 1000) * 1000;
      const parts = Object.fromEntries(
        format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]),
      ) as Record<string, number>;
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
    };
  } catch {
    return null;
  }
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
