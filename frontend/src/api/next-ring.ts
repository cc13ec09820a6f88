// When an alarm rings, from what the server says of it.
import type { Alarm } from './types';

/** The instant of an alarm's next ring in milliseconds; null while it is off. */
export function ringOf(alarm: Alarm): number | null {
  return alarm.nextTrigger === null ? null : Date.parse(alarm.nextTrigger);
}

/** The first ring of all; null where none is on. */
export function nextRing(alarms: readonly Alarm[]): number | null {
  const rings = alarms.map(ringOf).filter((ring) => ring !== null);
  return rings.length === 0 ? null : Math.min(...rings);
}
