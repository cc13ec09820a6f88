// Beside the large face: the same instant in the visitor's own zone, or, if that is the same time, the day of the city.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMemo } from 'react';
import { AnalogFace, type AnalogTheme } from '../../components/faces/analog-face';
import { DottedParts } from '../../components/page/dotted-parts';
import type { City } from '../../i18n/cities';
import { from, space, color } from '../../styles/theme';
import { ownFace } from '../../styles/clocks';
import { smallText } from '../../styles/type';
import { useVisitorZone } from '../../time/visitor-zone';
import { zoneOffset } from '../../time/zone-offset';
import { differenceText } from './day-difference';
import { useOwnPlace } from './world/map-cities';
import { placeAt, ray, DialNumber } from '../../components/faces/dials';
import { useHourChoice } from '../../settings/hour-choice';
import { daylightOf, type Light, localDay, daylightText } from './daylight';
import { dayMs } from '../../model/time-of-day';

interface OwnFaceProps {
  readonly city: City;
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  readonly theme: AnalogTheme;
}

/** Only where there is room for it, which is kept from the first render on. */
export function OwnFace({ city, minute, theme }: OwnFaceProps) {
  const intl = useIntl();
  const own = useOwnPlace(useVisitorZone());
  if (minute === null || own === null) return <Place />;
  const ownOffset = zoneOffset(minute, own.zone);
  const cityOffset = zoneOffset(minute, city.zone);
  if (ownOffset === cityOffset) {
    return (
      <Place>
        <SunDial city={city} minute={minute} />
      </Place>
    );
  }
  return (
    <Place>
      <AnalogFace minute={minute} zone={own.zone} place={own.name} theme={theme} />
      <Words>
        <DottedParts parts={[own.name, differenceText(intl, ownOffset, cityOffset)]} />
      </Words>
    </Place>
  );
}

interface SunDialProps {
  readonly city: City;
  readonly minute: number;
}

/** A city's day as a dial of 24 hours with noon at the top: its quarter hours by their light, and the present time. */
function SunDial({ city, minute }: SunDialProps) {
  const intl = useIntl();
  const hour12 = useHourChoice() !== 'h24';
  const { from, until } = localDay(minute, city.zone);
  const daylight = useMemo(() => daylightOf(city, from, until), [city, from, until]);
  const paths = useMemo(() => ticksOf(daylight.spans, from, until), [daylight, from, until]);
  const now = (((minute + zoneOffset(minute, city.zone)) % dayMs) / dayMs + 0.5) * 60;
  return (
    <Dial
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={daylightText(intl, daylight, city.zone, hour12)}
    >
      {lights.map((light) => (
        <Ticks key={light} d={paths[light]} $light={light} />
      ))}
      {[0, 6, 12, 18].map((hour) => (
        <DialNumber key={hour} {...placeAt((hour / 24 + 0.5) * 60, 62)} dy={5} fontSize={15}>
          {hour12 ? hour % 12 || 12 : hour}
        </DialNumber>
      ))}
      <Now d={ray(now, 74, 99)} />
    </Dial>
  );
}

const quarterMs = 900_000;
const lights = ['night', 'twilight', 'day'] as const;
/** Height carries the meaning, as on the map of the world. */
const inner: Record<Light, number> = { day: 80, twilight: 88, night: 95 };

/** The quarter hours of each light as one path. */
function ticksOf(
  spans: readonly { readonly light: Light; readonly from: number; readonly until: number }[],
  from: number,
  until: number,
): Record<Light, string> {
  const paths: Record<Light, string> = { night: '', twilight: '', day: '' };
  for (let instant = from; instant < until; instant += quarterMs) {
    const light = spans.find((span) => instant < span.until)?.light ?? 'night';
    const turn = ((instant - from) / (until - from) + 0.5) * 60;
    paths[light] += ray(turn, inner[light], 98);
  }
  return paths;
}

const inks: Record<Light, string> = {
  night: color.controlLine,
  twilight: color.inkSoft,
  day: color.ink,
};

const Place = styled.div`
  display: none;

  ${from.lg} {
    display: grid;
    gap: ${space[16]};
    inline-size: ${ownFace};
    min-block-size: ${ownFace};
  }
`;

const Words = styled.div`
  ${smallText}
  justify-self: center;
  color: ${color.inkSoft};
  text-align: center;
`;

const Dial = styled.svg`
  inline-size: 100%;
  aspect-ratio: 1;
  fill: none;
  overflow: visible;
  /* A dial runs clockwise in every language. */
  direction: ltr;
`;

const Ticks = styled.path<{ readonly $light: Light }>`
  stroke: ${({ $light }) => inks[$light]};
  stroke-width: 1.6;
`;

const Now = styled.path`
  stroke: ${color.accent};
  stroke-width: 2.4;
`;
