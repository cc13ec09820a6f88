// Writes the land of the world as two grids of cells, .build/land/wide.json and narrow.json, from the maps of Natural
// Earth, which are in the public domain, as world-atlas packs them; and zones.json, where on them the clocks of a zone are.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '../.build/land');
const catalogue = join(import.meta.dirname, '../../config/cities.json');
const require = createRequire(import.meta.url);

/** For wide pages and for phones. Both end above Antarctica, where no city is. */
const grids = {
  wide: { columns: 192, rows: 66, top: 80, bottom: -57 },
  narrow: { columns: 120, rows: 46, top: 80, bottom: -58 },
};

/** A cell is land if this many of its sample points are; there are `samples` in each direction. */
const samples = 4;
const leastLand = 6;

/** Rings of `[longitude, latitude]`, without a step around the world. */
async function landRings() {
  const file = require.resolve('world-atlas/land-50m.json');
  const { arcs, transform, objects } = JSON.parse(await readFile(file, 'utf8'));
  const lines = arcs.map((arc) => pointsOf(arc, transform));
  const line = (index) => (index < 0 ? [...lines[~index]].reverse() : lines[index]);
  const polygons = objects.land.geometries.flatMap(({ type, arcs: parts }) =>
    type === 'MultiPolygon' ? parts : [parts],
  );
  return polygons.flat().map((ring) => unwrapped(ring.flatMap(line)));
}

/** TopoJSON stores differences of whole numbers. */
function pointsOf(arc, { scale, translate }) {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** A ring that crosses the 180th meridian continues beyond it. */
function unwrapped(ring) {
  let turns = 0;
  return ring.map(([longitude, latitude], index) => {
    const step = longitude - (ring[index - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [longitude + turns * 360, latitude];
  });
}

/** For each row of sample points, the longitudes at which it enters and leaves land. */
function shoresOf(rings, { rows, top, bottom }) {
  const count = rows * samples;
  const step = (top - bottom) / count;
  const shores = Array.from({ length: count }, () => []);
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [[fromX, fromY], [toX, toY]] = [ring[index - 1], ring[index]];
      const [north, south] = [Math.max(fromY, toY), Math.min(fromY, toY)];
      const first = Math.max(0, Math.ceil((top - north) / step - 0.5));
      for (let row = first; row < count && top - (row + 0.5) * step > south; row++) {
        const latitude = top - (row + 0.5) * step;
        const longitude = fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX);
        // A ring that continues beyond the edge of the map is also at its other edge.
        shores[row].push(longitude - 360, longitude, longitude + 360);
      }
    }
  }
  return shores;
}

/** The number of land points in each cell, row by row. */
function landPoints(rings, grid) {
  const { columns, rows } = grid;
  const points = Array.from({ length: rows }, () => Array(columns).fill(0));
  shoresOf(rings, grid).forEach((shores, row) => {
    const inOrder = shores.sort((one, other) => one - other);
    let passed = 0;
    for (let column = 0; column < columns * samples; column++) {
      const longitude = -180 + ((column + 0.5) / (columns * samples)) * 360;
      while (inOrder[passed] <= longitude) passed++;
      if (passed % 2 === 1) points[Math.floor(row / samples)][Math.floor(column / samples)]++;
    }
  });
  return points;
}

/** The lengths of a row's runs of water and land in turn, each as one character; `land.ts` reads them. */
function runsOf(points) {
  const runs = [0];
  points.forEach((land, column) => {
    const isLand = land >= leastLand;
    if (isLand !== (column > 0 && points[column - 1] >= leastLand)) runs.push(0);
    runs[runs.length - 1]++;
  });
  // A row ends with its last land.
  if (runs.length % 2 === 1) runs.pop();
  return runs.flatMap(written).join('');
}

/** The first character stands for 0. A longer run is several, with empty ones between them. */
const firstCode = 40;
const longestRun = 80;

function written(run) {
  if (run > longestRun)
    return [...written(longestRun), ...written(0), ...written(run - longestRun)];
  return [String.fromCharCode(firstCode + run)];
}

/** The latitude and longitude of the first city of each zone, to a degree, which is less than a cell. */
async function zonePlaces() {
  const { cities } = JSON.parse(await readFile(catalogue, 'utf8'));
  const inOrder = [...cities].reverse();
  return Object.fromEntries(
    inOrder.map(({ zone, latitude, longitude }) => [
      zone,
      [Math.round(latitude), Math.round(longitude)],
    ]),
  );
}

/** Writes the three files. */
async function writeLand() {
  const rings = await landRings();
  await mkdir(folder, { recursive: true });
  for (const [name, grid] of Object.entries(grids)) {
    const land = landPoints(rings, grid).map(runsOf).join(' ');
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ ...grid, land }));
  }
  await writeFile(join(folder, 'zones.json'), JSON.stringify(await zonePlaces()));
}

/** Called before the tests. */
export const setup = writeLand;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeLand();
