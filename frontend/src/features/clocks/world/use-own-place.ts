// The visitor's own place: a city of the list in their zone, otherwise the city after which the zone is named.
import { useMemo } from 'react';
import { useCities } from '../../../i18n/cities';
import { useKnownPlaces } from '../../../i18n/known-places';
import { isSameZone } from '../../../time/zone-identity';
import type { Place } from '../places';
import { cityOfName, cityOfZone } from './map-cities';

/** Null before hydration. */
export function useOwnPlace(zone: string | null): Place | null {
  const cities = useCities();
  const listed = useMemo(
    () => (zone === null ? undefined : cityOfZone(cities, zone)),
    [cities, zone],
  );
  // The names of all places are fetched only if they are needed.
  const known = useKnownPlaces(zone !== null && listed === undefined);
  return useMemo(() => {
    if (zone === null) return null;
    const place = known.find((one) => isSameZone(one.zone, zone));
    return listed ?? { id: zone, zone, name: place?.name ?? cityOfName(zone) };
  }, [zone, listed, known]);
}
