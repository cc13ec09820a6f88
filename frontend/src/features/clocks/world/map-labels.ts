// Where the labels of the map's cities stand: beside their rings, not over each other, and not over other rings. Pure.
import type { Gap } from '../../../components/world/land';

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
const beside = 12;
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
      left: isLeft ? x - beside - width : x + beside,
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
