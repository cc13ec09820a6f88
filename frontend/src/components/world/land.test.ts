// The grids of land, and the light on them, compared with known places and with the sun at single places.
import { describe, expect, test } from 'vitest';
import { daylightRuns, lights, type MapLight } from './land-map';
import { placeOn, withoutGaps, type Land, type Run, narrowLand, wideLand } from './land';
import { sunAltitude } from './sun';

const grids = [
  ['wide', wideLand],
  ['narrow', narrowLand],
] as const;

const land = {
  Berlin: { latitude: 52.5, longitude: 13.4 },
  Irkutsk: { latitude: 52.3, longitude: 104.3 },
  // Beyond the 180th meridian, and on the coast of the Arctic Ocean.
  Anadyr: { latitude: 66.5, longitude: -173 },
  Norilsk: { latitude: 69.3, longitude: 88.2 },
  'Alice Springs': { latitude: -23.7, longitude: 133.9 },
  Manaus: { latitude: -3.1, longitude: -60 },
};
const water = {
  'the Atlantic': { latitude: 30, longitude: -40 },
  'the Pacific': { latitude: 20, longitude: 179.5 },
  'the Southern Ocean': { latitude: -50, longitude: 90 },
  'Hudson Bay': { latitude: 60, longitude: -85 },
};

function isLand(grid: Land, place: { latitude: number; longitude: number }): boolean {
  const { x, y } = placeOn(grid, place);
  const row = grid.runs[Math.floor(y * grid.rows)] ?? [];
  return row.some((run) => isIn(run, Math.floor(x * grid.columns)));
}

function isIn({ from, until }: Run, column: number): boolean {
  return from <= column && column < until;
}

describe.each(grids)('the %s grid', (_, grid) => {
  test.each(Object.entries(land))('%s is on land', (_name, place) => {
    expect(isLand(grid, place)).toBe(true);
  });

  test.each(Object.entries(water))('%s is water', (_name, place) => {
    expect(isLand(grid, place)).toBe(false);
  });

  test('rows are inside of the grid, in order and without overlaps', () => {
    expect(grid.runs).toHaveLength(grid.rows);
    for (const row of grid.runs) {
      const edges = row.flatMap(({ from, until }) => [from, until]);
      expect(edges).toEqual([...new Set(edges)].sort((one, other) => one - other));
      expect(edges.at(-1) ?? 0).toBeLessThanOrEqual(grid.columns);
    }
  });

  test.each(['2026-11-23T18:24Z', '2026-06-21T00:00Z', '2027-03-20T12:00Z'])(
    'each cell has at %s the light of its place',
    (text) => {
      const instant = Date.parse(text);
      const lit = daylightRuns(grid, instant);
      let cells = 0;
      for (const light of lights) {
        for (const { row, from, until } of lit[light]) {
          for (let column = from; column < until; column++) {
            cells++;
            expect(lightAt(grid, row, column, instant)).toBe(light);
          }
        }
      }
      const all = grid.runs.flat().reduce((sum, { from, until }) => sum + until - from, 0);
      expect(cells).toBe(all);
    },
  );
});

function lightAt(grid: Land, row: number, column: number, instant: number): MapLight {
  const altitude = sunAltitude(instant, {
    latitude: grid.top - ((row + 0.5) * (grid.top - grid.bottom)) / grid.rows,
    longitude: ((column + 0.5) * 360) / grid.columns - 180,
  });
  if (altitude >= -0.833) return 'day';
  if (altitude >= -6) return 'dusk';
  return altitude >= -12 ? 'dim' : 'night';
}

test('a gap leaves out the cells that it touches, and no others', () => {
  const grid: Land = {
    columns: 10,
    rows: 3,
    top: 1,
    bottom: -1,
    runs: [[{ from: 0, until: 10 }], [{ from: 2, until: 4 }], [{ from: 0, until: 3 }]],
  };
  const gap = { left: 2.5, right: 5.2, top: 0.1, bottom: 2 };
  expect(withoutGaps(grid, [gap]).runs).toEqual([
    [
      { from: 0, until: 2 },
      { from: 6, until: 10 },
    ],
    [],
    [{ from: 0, until: 3 }],
  ]);
});
