// Night, twilight and day at a place: as a thin band from midnight to midnight, with a tick for now, and as periods.
import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { timeOfDayText } from '../../i18n/clock-time';
import { zoneOffset, instantOf } from '../../time/zone-offset';
import { clockSize } from '../../styles/clocks';
import { color, radius, size } from '../../styles/theme';
import { type Coordinates, civilDusk, horizon, sunAltitude } from '../../components/world/sun';
import { dayMs } from '../../model/time-of-day';

interface DayBandProps {
  readonly place: Coordinates;
  readonly zone: string;
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  readonly hour12: boolean;
}

/** A day at a place as a thin band from midnight to midnight: night, twilight, day, and a tick for now. */
export function DayBand({ place, zone, minute, hour12 }: DayBandProps) {
  if (minute === null) return <Band aria-hidden="true" />;
  const day = localDay(minute, zone);
  return <LivingBand {...{ place, zone, minute, hour12 }} from={day.from} until={day.until} />;
}

function LivingBand({
  place: { latitude, longitude },
  zone,
  minute,
  hour12,
  from,
  until,
}: DayBandProps & { readonly minute: number } & LocalDay) {
  const intl = useIntl();
  const daylight = useMemo(
    () => daylightOf({ latitude, longitude }, from, until),
    [latitude, longitude, from, until],
  );
  const words = useMemo(
    () => daylightText(intl, daylight, zone, hour12),
    [intl, daylight, zone, hour12],
  );
  const share = (instant: number) => ((instant - from) / (until - from)) * 100;
  const sky = useMemo(() => gradient(daylight, from, until), [daylight, from, until]);
  return (
    <Band role="img" aria-label={words} title={words} style={{ backgroundImage: sky }}>
      <Tick style={{ insetInlineStart: `${share(minute).toFixed(2)}%` }} />
    </Band>
  );
}

/** `Sunrise 06:21 · Sunset 16:31`. */
export function daylightText(
  intl: IntlShape,
  { spans, sunrise, sunset }: Daylight,
  zone: string,
  hour12: boolean,
): string {
  if (sunrise === null && sunset === null) {
    const up = spans.some(({ light }) => light === 'day');
    return intl.formatMessage({ id: up ? 'sun.alwaysUp' : 'sun.alwaysDown' });
  }
  const time = (instant: number) => timeOfDayText(intl, instant, zoneOffset(instant, zone), hour12);
  return [
    ...(sunrise === null ? [] : [intl.formatMessage({ id: 'sun.rise' }, { time: time(sunrise) })]),
    ...(sunset === null ? [] : [intl.formatMessage({ id: 'sun.set' }, { time: time(sunset) })]),
  ].join(' · ');
}

const skies: Record<Light, string> = {
  night: color.skyNight,
  twilight: color.skyTwilight,
  day: color.skyDay,
};

/** Night and day have one colour each; twilight is a gradient between them over its own colour. */
function gradient({ spans }: Daylight, from: number, until: number): string {
  const at = (instant: number) => `${(((instant - from) / (until - from)) * 100).toFixed(2)}%`;
  const stops = spans.map(({ light, from: start, until: end }) =>
    light === 'twilight'
      ? `${skies.twilight} ${at((start + end) / 2)}`
      : `${skies[light]} ${at(start)} ${at(end)}`,
  );
  return `linear-gradient(to right, ${stops.length > 1 ? stops.join(', ') : stops.concat(stops).join(', ')})`;
}

export type Light = 'night' | 'twilight' | 'day';

/** A period of one kind of light, in milliseconds since the epoch. */
interface LightSpan {
  readonly light: Light;
  readonly from: number;
  readonly until: number;
}

interface Daylight {
  /** Without gaps from the start of the day to its end. */
  readonly spans: readonly LightSpan[];
  /** Null if the sun does not rise, or set, on that day. */
  readonly sunrise: number | null;
  readonly sunset: number | null;
}

/** The interval of samples: between two of them the light changes back and forth only for an invisibly short time. */
const stepMs = 15 * 60_000;
/** A crossing is found to this many milliseconds. */
const preciseToMs = 1000;

/** The light between two instants, usually two midnights of the place. */
export function daylightOf(place: Coordinates, from: number, until: number): Daylight {
  const altitude = (instant: number) => sunAltitude(instant, place);
  const changes: number[] = [];
  let sunrise: number | null = null;
  let sunset: number | null = null;

  let before = altitude(from);
  for (let start = from; start < until; start += stepMs) {
    const end = Math.min(start + stepMs, until);
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

export interface LocalDay {
  readonly from: number;
  readonly until: number;
}

/** From midnight to midnight; a day of a clock change is shorter or longer. */
export function localDay(instant: number, timeZone: string): LocalDay {
  const midnight = Math.floor((instant + zoneOffset(instant, timeZone)) / dayMs) * dayMs;
  return { from: instantOf(midnight, timeZone), until: instantOf(midnight + dayMs, timeZone) };
}

/** Time runs from left to right, like the digits, in every language. */
const Band = styled.div`
  position: relative;
  block-size: ${clockSize.dayBand};
  border-radius: ${radius.full};
  /* A pale day or a dark night has an edge, too. */
  outline: ${size.hairline} solid ${color.controlLine};
  background-color: ${color.line};
  direction: ltr;
`;

const Tick = styled.span`
  position: absolute;
  inset-block-start: 50%;
  inline-size: ${size.stroke};
  block-size: ${clockSize.dayBandTick};
  translate: -50% -50%;
  background: ${color.ink};
  box-shadow: 0 0 0 ${size.hairline} ${color.ground};
`;
