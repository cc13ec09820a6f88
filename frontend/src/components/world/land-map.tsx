// The land of the world in ticks: tall in daylight, shorter in twilight, dots at night.
import { memo, useMemo } from 'react';
import styled from 'styled-components';
import { color } from '../../styles/theme';
import { daylightRuns, lights, type LitRun, type MapLight } from './daylight-runs';
import type { Land } from './land';

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
    <Map
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
    </Map>
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

const Map = styled.svg<{ readonly $aspect: number }>`
  inline-size: 100%;
  aspect-ratio: ${({ $aspect }) => $aspect};
  fill: none;
`;

const inks: Record<MapLight, string> = {
  day: color.ink,
  dusk: color.inkSoft,
  dim: color.controlLine,
  night: color.controlLine,
};

const Ticks = styled.path<{ readonly $light: MapLight }>`
  stroke: ${({ $light }) => inks[$light]};
`;
