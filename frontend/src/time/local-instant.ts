// Converts a local time of a zone to an instant.
import { zoneOffset } from './zone-offset';

const dayMs = 86_400_000;

/**
 * The instant of a local time, given as if it were UTC. If the time occurs twice, it is the first one; if it is
 * skipped, it is later by the length of the gap.
 */
export function instantOf(local: number, timeZone: string): number {
  const before = local - zoneOffset(local - dayMs, timeZone);
  const after = local - zoneOffset(local + dayMs, timeZone);
  const shown = [before, after].filter(
    (instant) => instant + zoneOffset(instant, timeZone) === local,
  );
  return shown.length > 0 ? Math.min(...shown) : before;
}
