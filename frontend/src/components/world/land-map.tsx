// The land of the world in ticks: tall in daylight, shorter in twilight, dots at night.
import { memo, useMemo } from 'react';
import styled from 'styled-components';
import { color } from '../../styles/theme';
import type { Land, Run } from './land';
import { sunAltitude } from './sun';

interface LandMapProps {
  readonly land: Land;
  /** The running minute; null before hydration, when all land is in dots. */
  readonly instant: number | null;
}

/** Fills its width. A drawing without a name: what contains it says what it shows. */
export const LandMap = memo(function LandMap({ land, instant }: LandMapProps) {
  const runs = useMemo(
    () => (instant === null ? { ...unlit, night: allRuns(land) } : daylightRuns(land, instant)),
    [land, instant],
  );
  const { columns, rows } = land;
  const width = columns > mostOfNarrow ? 0.32 : 0.42;
  return (
    <MapFrame
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="none"
      $aspect={aspectOf(land)}
      aria-hidden="true"
    >
      {lights.map((light) => (
        <Ticks
          key={light}
          d={pathOf(runs[light])}
          // Each run is one line, whose dashes are its ticks.
          strokeDasharray={`${width} ${1 - width}`}
          strokeWidth={heights[light]}
          transform={`translate(${(1 - width) / 2} ${0.9 - heights[light] / 2})`}
          $light={light}
        />
      ))}
    </MapFrame>
  );
});

const mostOfNarrow = 150;

/** In parts of a cell; all ticks stand on the same line. */
const heights: Record<MapLight, number> = { day: 0.8, dusk: 0.58, dim: 0.38, night: 0.2 };

const unlit: Record<MapLight, readonly LitRun[]> = { day: [], dusk: [], dim: [], night: [] };

function allRuns(land: Land): readonly LitRun[] {
  return land.runs.flatMap((runs, row) => runs.map((run) => ({ ...run, row })));
}

function pathOf(runs: readonly LitRun[]): string {
  return runs.map(({ row, from, until }) => `M${from} ${row}h${until - from}`).join('');
}

/** A degree of latitude is as long as a degree of longitude. */
function aspectOf({ top, bottom }: Land): number {
  return 360 / (top - bottom);
}

const inks: Record<MapLight, string> = {
  day: color.ink,
  dusk: color.inkSoft,
  dim: color.controlLine,
  night: color.controlLine,
};

/** From full daylight over two steps of twilight to night. */
export const lights = ['day', 'dusk', 'dim', 'night'] as const;
export type MapLight = (typeof lights)[number];

/** The altitude of the sun, in degrees, at which each light but the last ends. */
const lowest = [-0.833, -6, -12];
const sines = lowest.map(sine);

interface LitRun extends Run {
  readonly row: number;
}

/** The sines and cosines of a grid's rows and columns. */
interface Angles {
  readonly rows: readonly (readonly [number, number])[];
  readonly columns: readonly (readonly [number, number])[];
}

const MapFrame = styled.svg<{ readonly $aspect: number }>`
  inline-size: 100%;
  aspect-ratio: ${({ $aspect }) => $aspect};
  fill: none;
`;

/** By size, because the land of a grid may have gaps. */
const known = new Map<string, Angles>();

function anglesOf({ columns, rows, top, bottom }: Land): Angles {
  const key = `${columns} ${rows}`;
  let angles = known.get(key);
  if (angles === undefined) {
    const pair = (degrees: number) => [sine(degrees), sine(degrees + 90)] as const;
    angles = {
      rows: Array.from({ length: rows }, (_, row) =>
        pair(top - ((row + 0.5) * (top - bottom)) / rows),
      ),
      columns: Array.from({ length: columns }, (_, column) =>
        pair(((column + 0.5) * 360) / columns - 180),
      ),
    };
    known.set(key, angles);
  }
  return angles;
}

/** The land under each light, in runs of cells. */
export function daylightRuns(land: Land, instant: number): Record<MapLight, readonly LitRun[]> {
  const angles = anglesOf(land);
  // The sine of the sun's altitude is a sum of its values at three places: the sun is far away.
  const [x = 0, y = 0, z = 0] = axes.map((place) => sine(sunAltitude(instant, place)));
  const columns = angles.columns.map(([sin, cos]) => x * cos + y * sin);
  const lit: Record<MapLight, LitRun[]> = { day: [], dusk: [], dim: [], night: [] };
  land.runs.forEach((runs, row) => {
    const [sin = 0, cos = 0] = angles.rows[row] ?? [];
    for (const { from, until } of runs) {
      let start = from;
      let light = lightOf(z * sin + cos * (columns[from] ?? 0));
      for (let column = from + 1; column <= until; column++) {
        const next = column === until ? null : lightOf(z * sin + cos * (columns[column] ?? 0));
        if (next === light) continue;
        lit[light].push({ row, from: start, until: column });
        if (next === null) break;
        start = column;
        light = next;
      }
    }
  });
  return lit;
}

/** Where the Earth's axes come to its surface. */
const axes = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 90 },
  { latitude: 90, longitude: 0 },
];

function lightOf(sineOfAltitude: number): MapLight {
  const [day = 0, dusk = 0, dim = 0] = sines;
  if (sineOfAltitude >= day) return 'day';
  if (sineOfAltitude >= dusk) return 'dusk';
  return sineOfAltitude >= dim ? 'dim' : 'night';
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

const Ticks = styled.path<{ readonly $light: MapLight }>`
  stroke: ${({ $light }) => inks[$light]};
`;
