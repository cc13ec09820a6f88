// The land of the world on two grids of cells, as the build writes them, and where on it the clocks of a zone are.
import narrowGrid from 'compiled-land/narrow.json';
import wideGrid from 'compiled-land/wide.json';
import zones from 'compiled-land/zones.json';
import { canonicalZone, isSameZone } from '../../time/zone-identity';
import type { Coordinates } from './sun';

interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** The latitudes of its edges; it goes once around the world from the 180th meridian on. */
  readonly top: number;
  readonly bottom: number;
}

/** Neighbouring cells of one row, from the first to the one behind the last. */
export interface Run {
  readonly from: number;
  readonly until: number;
}

export interface Land extends Grid {
  /** The land of each row, from the north. */
  readonly runs: readonly (readonly Run[])[];
}

interface BuiltGrid extends Grid {
  /** Written by `runsOf` of build/land.mjs. */
  readonly land: string;
}

/** The character code of a run of length 0. */
const firstCode = 40;

function landOf({ land, ...grid }: BuiltGrid): Land {
  return { ...grid, runs: land.split(' ').map(runsOf) };
}

/** Water and land in turn. */
function runsOf(row: string): readonly Run[] {
  const runs: Run[] = [];
  let place = 0;
  for (let index = 0; index < row.length; index++) {
    const from = place;
    place += row.charCodeAt(index) - firstCode;
    if (index % 2 === 0 || place === from) continue;
    // A long run is written as several.
    const start = runs.at(-1)?.until === from ? runs.pop()?.from : from;
    runs.push({ from: start ?? from, until: place });
  }
  return runs;
}

/** A rectangle in cells that is kept free. */
export interface Gap {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The land without the cells that a gap touches. */
export function withoutGaps(land: Land, gaps: readonly Gap[]): Land {
  if (gaps.length === 0) return land;
  const runs = land.runs.map((row, index) =>
    gaps
      .filter(({ top, bottom }) => top < index + 1 && bottom > index)
      .reduce<readonly Run[]>((left, gap) => left.flatMap((run) => besides(run, gap)), row),
  );
  return { ...land, runs };
}

function besides({ from, until }: Run, { left, right }: Gap): readonly Run[] {
  const west = { from, until: Math.min(until, Math.floor(left)) };
  const east = { from: Math.max(from, Math.ceil(right)), until };
  return [west, east].filter((run) => run.from < run.until);
}

/** Where a place is on a grid, in parts of its width and height. */
export function placeOn(
  { top, bottom }: Grid,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): { readonly x: number; readonly y: number } {
  return { x: (longitude + 180) / 360, y: (top - latitude) / (top - bottom) };
}

/** For wide pages. */
export const wideLand = landOf(wideGrid);
/** For phones and small maps. */
export const narrowLand = landOf(narrowGrid);

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
