// When clocks of a zone show a local time.
import { zoneOffset } from './zone-offset';

const dayMs = 86_400_000;

/**
 * The instant at which clocks of a zone show a local time, given as if it were UTC. Of two it is the first; a time that
 * the clocks skip comes later by what they skip.
 */
export function instantOf(local: number, timeZone: string): number {
  const before = local - zoneOffset(local - dayMs, timeZone);
  const after = local - zoneOffset(local + dayMs, timeZone);
  const shown = [before, after].filter(
    (instant) => instant + zoneOffset(instant, timeZone) === local,
  );
  return shown.length > 0 ? Math.min(...shown) : before;
}
