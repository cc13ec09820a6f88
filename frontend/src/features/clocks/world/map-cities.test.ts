// Labels of the map: beside their rings, inside of the map, and not over each other.
import { expect, test } from 'vitest';
import { gapsOf, labelPlaces } from './map-cities';

const map = { width: 1000, height: 400 };
const label = { width: 60, height: 40 };

test('a label stands right of its ring, or left of it at the edge of the map', () => {
  const places = labelPlaces(
    [
      { x: 100, y: 100 },
      { x: 970, y: 100 },
    ],
    [label, label],
    map,
  );
  expect(places[0]).toEqual({ left: 112, top: 80, isLeft: false });
  expect(places[1]).toEqual({ left: 898, top: 80, isLeft: true });
});

test('labels avoid each other and other rings; without room there is none', () => {
  const rings = Array.from({ length: 12 }, (_, index) => ({ x: 480 + index * 4, y: 200 }));
  const places = labelPlaces(
    rings,
    rings.map(() => label),
    map,
  );
  const boxes = places.flatMap((place) => (place === null ? [] : [place]));
  expect(boxes.length).toBeGreaterThan(0);
  expect(boxes.length).toBeLessThan(rings.length);
  for (const one of boxes) {
    for (const ring of rings) {
      const covers =
        ring.x > one.left &&
        ring.x < one.left + label.width &&
        ring.y > one.top &&
        ring.y < one.top + label.height;
      expect(covers).toBe(false);
    }
    for (const other of boxes.filter((box) => box !== one)) {
      const apart =
        Math.abs(one.left - other.left) >= label.width ||
        Math.abs(one.top - other.top) >= label.height;
      expect(apart).toBe(true);
    }
  }
});

test('the land leaves free what a label and its ring cover, in cells', () => {
  const [place] = labelPlaces([{ x: 100, y: 100 }], [label], map);
  const grid = { columns: 100, rows: 40 };
  const gaps = gapsOf([{ x: 100, y: 100 }], [place ?? null], [label], map, grid);
  const inCells = gaps.map(({ left, right, top, bottom }) => ({
    left: Math.round(left),
    right: Math.round(right),
    top: Math.round(top),
    bottom: Math.round(bottom),
  }));
  expect(inCells).toEqual([
    { left: 9, right: 11, top: 9, bottom: 11 },
    { left: 11, right: 18, top: 8, bottom: 12 },
  ]);
});
