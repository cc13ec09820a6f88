// The cities of the map: the visitor's own place, then the cities of a link, else the pinned ones, or a few of the
// world if none is pinned; and the places of their labels.
import { useMemo } from 'react';
import type { MyCity } from '../../../offline/my-cities';
import type { Coordinates } from '../../../components/world/sun';
import { placeOfZone, type Gap } from '../../../components/world/land';
import { type City, useCities } from '../../../i18n/cities';
import type { LanguageCode } from '../../../i18n/languages';
import { isSameZone } from '../../../time/zone-identity';
import { zoneId } from '../../../i18n/zone-name';
import { placesOf, type Place } from '../places';
import { useKnownPlaces } from '../../../i18n/known-places';

/** Shown to visitors who have pinned none: far from each other, and known to everybody. */
const worldCities = ['new-york', 'tokyo', 'sydney', 'sao-paulo', 'london'];
const mostWorldCities = 4;

/** The places of the rows, and whether they are those of the page's address. */
export function rowPlaces(
  linked: readonly string[],
  mine: readonly MyCity[],
  cities: readonly City[],
  language: LanguageCode,
  instant: number,
  ownZone: string,
): { readonly places: readonly Place[]; readonly isOfLink: boolean } {
  const isElsewhere = ({ zone }: Place) => !isSameZone(zone, ownZone);
  const known = linked.map((key) => ({ key, name: '' }));
  const ofLink = placesOf(known, cities, language, instant).filter(isElsewhere);
  if (ofLink.length > 0) return { places: ofLink, isOfLink: true };
  if (mine.length > 0)
    return { places: placesOf(mine, cities, language, instant), isOfLink: false };
  const places = worldCities
    .flatMap((id) => cities.find((city) => city.id === id) ?? [])
    .filter(isElsewhere)
    .slice(0, mostWorldCities);
  return { places, isOfLink: false };
}

/** A city of the list in the visitor's zone; undefined if there is none. */
function cityOfZone(cities: readonly City[], zone: string): City | undefined {
  return (
    cities.find((city) => city.zone === zone) ?? cities.find((city) => isSameZone(city.zone, zone))
  );
}

function cityOfName(zone: string): string {
  return zoneId(zone).split('/').at(-1) ?? zone;
}

export interface MapCity {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly at: Coordinates;
  /** The visitor's own. */
  readonly isOwn: boolean;
}

/** The places that can be on a map, each once, the visitor's own first. */
export function mapCities(own: Place, others: readonly Place[]): readonly MapCity[] {
  const places = [own, ...others];
  return places.flatMap((place, index) => {
    const { id, name, zone } = place;
    const at = 'latitude' in place ? place : placeOfZone(zone);
    const isFirst = places.findIndex((other) => other.id === id) === index;
    return at !== null && isFirst ? [{ id, name, zone, at, isOwn: index === 0 }] : [];
  });
}

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

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface LabelPlace {
  /** The corner of the label's box, in pixels of the map. */
  readonly left: number;
  readonly top: number;
  /** Whether it stands left of its ring, and ends there. */
  readonly isLeft: boolean;
}

/** Pixels between a ring's centre and its label, and around everything that is kept free. */
const labelGap = 12;
const around = 4;
const ringRadius = 7;

/** For each city, its label's place; null if there is none. The first cities choose first. */
export function labelPlaces(
  rings: readonly Point[],
  labels: readonly (Size | null)[],
  map: Size,
): readonly (LabelPlace | null)[] {
  const taken: Gap[] = [];
  return labels.map((label, index) => {
    const ring = rings[index];
    if (label === null || ring === undefined) return null;
    const others = rings.filter((_, other) => other !== index).map(ringBox);
    const found = candidates(ring, label).find((place) => {
      const box = boxOf(place, label);
      return (
        box.left >= 0 &&
        box.right <= map.width &&
        box.top >= 0 &&
        box.bottom <= map.height &&
        ![...taken, ...others].some((other) => overlaps(box, other))
      );
    });
    if (found === undefined) return null;
    taken.push(boxOf(found, label));
    return found;
  });
}

/** Beside the ring, then a little above or below that. */
function candidates({ x, y }: Point, { width, height }: Size): readonly LabelPlace[] {
  return [0.5, 0.9, 0.1].flatMap((above) =>
    [false, true].map((isLeft) => ({
      left: isLeft ? x - labelGap - width : x + labelGap,
      top: y - height * above,
      isLeft,
    })),
  );
}

function boxOf({ left, top }: LabelPlace, { width, height }: Size): Gap {
  return { left, right: left + width, top, bottom: top + height };
}

function ringBox({ x, y }: Point): Gap {
  return {
    left: x - ringRadius,
    right: x + ringRadius,
    top: y - ringRadius,
    bottom: y + ringRadius,
  };
}

function overlaps(one: Gap, other: Gap): boolean {
  return (
    one.left < other.right + around &&
    other.left < one.right + around &&
    one.top < other.bottom + around &&
    other.top < one.bottom + around
  );
}

/** What the land leaves free for labels and rings, in cells. */
export function gapsOf(
  rings: readonly Point[],
  places: readonly (LabelPlace | null)[],
  labels: readonly (Size | null)[],
  map: Size,
  grid: { readonly columns: number; readonly rows: number },
): readonly Gap[] {
  const across = grid.columns / map.width;
  const down = grid.rows / map.height;
  const boxes = [
    ...rings.map(ringBox),
    ...places.flatMap((place, index) => {
      const label = labels[index] ?? null;
      return place === null || label === null ? [] : [withMargin(boxOf(place, label))];
    }),
  ];
  return boxes.map(({ left, right, top, bottom }) => ({
    left: left * across,
    right: right * across,
    top: top * down,
    bottom: bottom * down,
  }));
}

function withMargin({ left, right, top, bottom }: Gap): Gap {
  return { left: left - around, right: right + around, top, bottom };
}
