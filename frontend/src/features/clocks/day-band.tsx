// A day at a place as a thin band from midnight to midnight: night, twilight, day, and a tick for now.
import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { timeOfDayText } from '../../i18n/clock-time';
import { zoneOffset } from '../../time/zone-offset';
import { color, radius, size } from '../../styles/theme';
import { daylightOf, type Daylight, type Light } from './daylight';
import { localDay, type LocalDay } from './local-day';
import type { Coordinates } from '../../components/world/sun';

interface DayBandProps {
  readonly place: Coordinates;
  readonly zone: string;
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  readonly hour12: boolean;
}

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

/** Time runs from left to right, like the digits, in every language. */
const Band = styled.div`
  position: relative;
  block-size: ${size.dayBand};
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
  block-size: ${size.dayBandTick};
  translate: -50% -50%;
  background: ${color.ink};
  box-shadow: 0 0 0 ${size.hairline} ${color.ground};
`;
