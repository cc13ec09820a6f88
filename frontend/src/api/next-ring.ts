// When an alarm rings, from what the server says of it.
import type { Alarm } from './types';

/** The instant of an alarm's next ring in milliseconds; null while it is off. */
export function ringOf(alarm: Alarm): number | null {
  return alarm.nextTrigger === null ? null : Date.parse(alarm.nextTrigger);
}

/** The first ring of all; null where none is on. */
export function nextRing(alarms: readonly Alarm[]): number | null {
  const next = nextToRing(alarms);
  return next === null ? null : ringOf(next);
}

/** The alarm that rings first; null where none is on. */
export function nextToRing(alarms: readonly Alarm[]): Alarm | null {
  return alarms.reduce<Alarm | null>((first, alarm) => {
    const ring = ringOf(alarm);
    if (ring === null) return first;
    const known = first === null ? null : ringOf(first);
    return known === null || ring < known ? alarm : first;
  }, null);
}
