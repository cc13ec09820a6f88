// The next ring of alarms, from the server's data.
import type { Alarm } from '../model/types';

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
