// Where on the map the clocks of a zone are: the first of its cities in the catalogue.
import zones from 'compiled-land/zones.json';
import { canonicalZone, isSameZone } from '../../time/zone-identity';
import type { Coordinates } from './sun';

/** Null for a zone without a city, such as UTC. */
export function placeOfZone(zone: string): Coordinates | null {
  const known = zones[zone] ?? zones[canonicalZone(zone)] ?? placeOfAlias(zone);
  if (known === undefined) return null;
  const [latitude, longitude] = known;
  return { latitude, longitude };
}

/** Browsers differ in which name of a zone is its first one. */
function placeOfAlias(zone: string): readonly [number, number] | undefined {
  return Object.entries(zones).find(([name]) => isSameZone(name, zone))?.[1];
}
