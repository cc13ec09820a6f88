// The map of the world awake: land in ticks by the light of the sun, the cities with their times, the hours above.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMediaQuery } from '../../../browser/in-browser';
import { LandMap } from '../../../components/world/land-map';
import { placeOn, withoutGaps } from '../../../components/world/land';
import { narrowLand, wideLand } from '../../../components/world/land-grids';
import { clockParts, timeOfDayText } from '../../../i18n/clock-time';
import { zoneOffset } from '../../../time/zone-offset';
import { below, color, from, radius, space } from '../../../styles/theme';
import { finePrint } from '../../../styles/type';
import { mapTime, worldSize } from '../../../styles/world';
import { HoursAbove } from './hours-above';
import type { MapCity } from './map-cities';
import { gapsOf, labelPlaces, type Size } from './map-labels';

interface WorldMapProps {
  /** The visitor's own comes first. Empty before hydration. */
  readonly cities: readonly MapCity[];
  /** The minute that is shown; null before hydration. */
  readonly instant: number | null;
  readonly hour12: boolean;
}

const mostLabels = 6;

export function WorldMap({ cities, instant, hour12 }: WorldMapProps) {
  const intl = useIntl();
  const wide = useMediaQuery(from.md.replace('@media ', ''));
  const map = useRef<HTMLDivElement>(null);
  const labelled = wide ? cities.slice(0, mostLabels) : [];
  const ids = labelled.map(({ id, name }) => `${id} ${name}`).join();
  const sizes = useSizes(map, ids);
  const land = wide ? wideLand : narrowLand;

  const { places, gaps } = useMemo(() => {
    if (sizes === null) return { places: [], gaps: [] };
    const rings = cities.map(({ at }) => {
      const { x, y } = placeOn(land, at);
      return { x: x * sizes.map.width, y: y * sizes.map.height };
    });
    const labels = cities.map((_, index) => sizes.labels[index] ?? null);
    const found = labelPlaces(rings, labels, sizes.map);
    return { places: found, gaps: gapsOf(rings, found, labels, sizes.map, land) };
  }, [cities, sizes, land]);
  const shownLand = useMemo(() => withoutGaps(land, gaps), [land, gaps]);

  const timeOf = ({ zone }: MapCity, at: number) =>
    timeOfDayText(intl, at, zoneOffset(at, zone), hour12);
  const words =
    instant === null
      ? undefined
      : intl.formatList(
          cities.slice(0, mostLabels).map((city) => `${city.name} ${timeOf(city, instant)}`),
        );

  return (
    <Frame>
      <HoursAbove instant={instant} hour12={hour12} wide={wide} />
      <Map ref={map} {...(words === undefined ? {} : { role: 'img', 'aria-label': words })}>
        <Wide>
          <LandMap land={wide ? shownLand : wideLand} instant={wide ? instant : null} />
        </Wide>
        <Narrow>
          <LandMap land={wide ? narrowLand : shownLand} instant={wide ? null : instant} />
        </Narrow>
        {instant !== null &&
          cities.map((city, index) => {
            const { x, y } = placeOn(land, city.at);
            const place = places[index] ?? null;
            const { minutes, period } = clockParts(
              intl,
              instant,
              zoneOffset(instant, city.zone),
              hour12,
            );
            return (
              <City key={city.id}>
                <Ring
                  $own={city.isOwn}
                  title={city.name}
                  style={{
                    insetInlineStart: `${(x * 100).toFixed(2)}%`,
                    insetBlockStart: `${(y * 100).toFixed(2)}%`,
                  }}
                />
                {index < labelled.length && (
                  <Label
                    data-label={index}
                    $isLeft={place?.isLeft === true}
                    style={
                      place === null
                        ? { visibility: 'hidden' }
                        : { insetInlineStart: place.left, insetBlockStart: place.top }
                    }
                  >
                    <Time>
                      {minutes}
                      {period !== null && <Period>{period.text}</Period>}
                    </Time>
                    <bdi>{city.name}</bdi>
                  </Label>
                )}
              </City>
            );
          })}
      </Map>
    </Frame>
  );
}

interface Sizes {
  readonly map: Size;
  readonly labels: readonly Size[];
}

/** The sizes of the map and of its labels, which depend on the reader's text size; null until they are known. */
function useSizes(map: React.RefObject<HTMLElement | null>, labels: string): Sizes | null {
  const [sizes, setSizes] = useState<Sizes | null>(null);
  useLayoutEffect(() => {
    const frame = map.current;
    if (frame === null || typeof ResizeObserver === 'undefined') return undefined;
    const measured = [...frame.querySelectorAll<HTMLElement>('[data-label]')];
    const observer = new ResizeObserver(() => {
      if (frame.offsetWidth === 0) return;
      setSizes({ map: sizeOf(frame), labels: measured.map(sizeOf) });
    });
    for (const element of [frame, ...measured]) observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [map, labels]);
  return sizes;
}

function sizeOf({ offsetWidth, offsetHeight }: HTMLElement): Size {
  return { width: offsetWidth, height: offsetHeight };
}

/** West is left in every language. */
const Frame = styled.div`
  direction: ltr;
  margin-block-start: ${space[32]};
`;

const Map = styled.div`
  position: relative;
`;

const Wide = styled.div`
  ${below.md} {
    display: none;
  }
`;

const Narrow = styled.div`
  ${from.md} {
    display: none;
  }
`;

const City = styled.div`
  display: contents;
`;

const Ring = styled.span<{ readonly $own: boolean }>`
  position: absolute;
  inline-size: ${worldSize.ring};
  block-size: ${worldSize.ring};
  border: ${worldSize.ringStroke} solid ${color.ink};
  border-radius: ${radius.full};
  background: ${({ $own }) =>
    $own
      ? `radial-gradient(circle, ${color.ink} ${worldSize.ringCore}, ${color.ground} 0)`
      : color.ground};
  background-clip: padding-box;
  translate: -50% -50%;
`;

const Label = styled.span<{ readonly $isLeft: boolean }>`
  ${finePrint}
  position: absolute;
  line-height: 1.25;
  white-space: nowrap;
  text-align: ${({ $isLeft }) => ($isLeft ? 'end' : 'start')};
`;

const Time = styled.span`
  ${mapTime}
`;

const Period = styled.span`
  ${finePrint}
  margin-inline-start: ${space[4]};
  font-family: system-ui, sans-serif;
`;
