// Night, twilight and day at a place.
import { civilDusk, horizon, sunAltitude, type Coordinates } from '../../components/world/sun';

export type Light = 'night' | 'twilight' | 'day';

/** A period of one kind of light, in milliseconds since the epoch. */
interface LightSpan {
  readonly light: Light;
  readonly from: number;
  readonly until: number;
}

export interface Daylight {
  /** Without gaps from the start of the day to its end. */
  readonly spans: readonly LightSpan[];
  /** Null if the sun does not rise, or set, on that day. */
  readonly sunrise: number | null;
  readonly sunset: number | null;
}

/** The interval of samples: between two of them the light changes back and forth only for an invisibly short time. */
const lookEveryMs = 15 * 60_000;
/** A crossing is found to this many milliseconds. */
const preciseToMs = 1000;

/** The light between two instants, usually two midnights of the place. */
export function daylightOf(place: Coordinates, from: number, until: number): Daylight {
  const altitude = (instant: number) => sunAltitude(instant, place);
  const changes: number[] = [];
  let sunrise: number | null = null;
  let sunset: number | null = null;

  let before = altitude(from);
  for (let start = from; start < until; start += lookEveryMs) {
    const end = Math.min(start + lookEveryMs, until);
    const after = altitude(end);
    for (const line of [civilDusk, horizon]) {
      if (before < line === after < line) continue;
      const crossing = crossingOf(altitude, line, start, end);
      changes.push(crossing);
      if (line === horizon && after >= line) sunrise ??= crossing;
      if (line === horizon && after < line) sunset ??= crossing;
    }
    before = after;
  }

  const edges = [from, ...changes.sort((one, other) => one - other), until];
  const spans = edges.slice(1).map((end, index): LightSpan => {
    const start = edges[index] ?? from;
    return { light: lightAt(altitude((start + end) / 2)), from: start, until: end };
  });
  return { spans, sunrise, sunset };
}

function lightAt(altitude: number): Light {
  return altitude >= horizon ? 'day' : altitude >= civilDusk ? 'twilight' : 'night';
}

function crossingOf(
  altitude: (instant: number) => number,
  line: number,
  from: number,
  until: number,
): number {
  const below = altitude(from) < line;
  let [low, high] = [from, until];
  while (high - low > preciseToMs) {
    const middle = (low + high) / 2;
    if (altitude(middle) < line === below) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
