// Zones whose rules the browser has otherwise than the server: one of them has an older release of the time zones. Pure.
import { dayMs, minuteMs } from '../model/time-of-day';
import type { Alarm } from '../model/types';
import { isKnownZone } from '../time/zone-identity';
import { instantOf, zoneOffset } from '../time/zone-offset';
import { minutesOf } from './next-trigger';

/** Zones of alarms that the server rings at another local time than they say: its rules of the zone are not the browser's. */
export function disputedZones(alarms: readonly Alarm[]): readonly string[] {
  const disputed = alarms.filter(({ nextTrigger, snoozedUntil, time, timezone }) => {
    const minutes = minutesOf(time);
    if (nextTrigger === null || snoozedUntil !== null) return false;
    if (minutes === null || !isKnownZone(timezone)) return false;
    const ring = Date.parse(nextTrigger);
    const day = Math.floor((ring + zoneOffset(ring, timezone)) / dayMs);
    // A gap moves a ring, perhaps past midnight, and so do other rules.
    const shifts = [day - 1, day, day + 1].map(
      (one) => ring - instantOf(one * dayMs + minutes * minuteMs, timezone),
    );
    return !shifts.includes(0) && shifts.some(isShiftOfRules);
  });
  return [...new Set(disputed.map(({ timezone }) => timezone))];
}

/** By so much the rules of a zone differ between two releases: by quarters of an hour, up to three hours. */
function isShiftOfRules(ms: number): boolean {
  return ms % (15 * minuteMs) === 0 && Math.abs(ms) <= 180 * minuteMs;
}
