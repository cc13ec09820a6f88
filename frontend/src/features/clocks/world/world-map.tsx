// The map of the world awake: land in ticks by the light of the sun, the cities with their times, the hours above.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMediaQuery } from '../../../browser/in-browser';
import { LandMap } from '../../../components/world/land-map';
import { placeOn, withoutGaps, narrowLand, wideLand } from '../../../components/world/land';
import { clockParts, timeOfDayText } from '../../../i18n/clock-time';
import { zoneOffset } from '../../../time/zone-offset';
import { below, color, from, radius, space, size } from '../../../styles/theme';
import { finePrint } from '../../../styles/type';
import { mapTime, worldSize, digitsOfScale, scaleText } from '../../../styles/world';
import { type MapCity, gapsOf, labelPlaces, type Size } from './map-cities';
import { scaleDateText } from '../../../i18n/date-text';
import { dayMs } from '../../../model/time-of-day';

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

interface HoursAboveProps {
  /** Null before hydration. */
  readonly instant: number | null;
  readonly hour12: boolean;
  /** Whether there is room for months. */
  readonly wide: boolean;
}

/** Hidden from assistive technology: the map's name has the times. */
function HoursAbove({ instant, hour12, wide }: HoursAboveProps) {
  return (
    <Strip aria-hidden="true">
      {instant !== null && (
        <>
          {hours.map((hour) => (
            <Hour
              key={hour}
              data-kind={hour === 0 ? 'midnight' : hour % 6 === 0 ? 'quarter' : undefined}
              data-narrow={hour % 6 !== 0 || undefined}
              style={{ insetInlineStart: percent(partOf(hour, instant)) }}
            >
              {hour % 3 === 0 && hour > 0 && <Digits>{hour12 ? hour % 12 || 12 : hour}</Digits>}
            </Hour>
          ))}
          <Dates instant={instant} wide={wide} />
        </>
      )}
    </Strip>
  );
}

function Dates({ instant, wide }: { readonly instant: number; readonly wide: boolean }) {
  const intl = useIntl();
  const part = partOf(0, instant);
  const room = wide ? roomForDate.wide : roomForDate.narrow;
  const east = Math.round((instant + (part - 0.5) * dayMs) / dayMs) * dayMs;
  const text = (day: number) => scaleDateText(intl, day, wide);
  return (
    <>
      {part > room && (
        <Day style={{ insetInlineEnd: percent(1 - part) }}>
          <bdi>{text(east - dayMs)}</bdi>
        </Day>
      )}
      {part < 1 - room && (
        <Day style={{ insetInlineStart: percent(part) }}>
          <bdi>{text(east)}</bdi>
        </Day>
      )}
    </>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** In parts of the map's width. */
const roomForDate = { narrow: 0.3, wide: 0.14 } as const;

/** The part of the map west of where it is this hour by the sun. */
function partOf(hour: number, instant: number): number {
  const part = hour / 24 - (instant % dayMs) / dayMs + 0.5;
  return part - Math.floor(part);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
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

const Strip = styled.div`
  position: relative;
  block-size: calc(2lh + ${size.tick} + ${size.tickShort});
  ${scaleText}

  ${from.xl} {
    block-size: calc(1lh + ${size.tick} + ${size.tickShort});
  }
`;

const Hour = styled.span`
  position: absolute;
  inset-block-end: ${size.stroke};
  inline-size: ${size.hairline};
  block-size: ${size.tickShort};
  background: ${color.controlLine};
  color: ${color.inkSoft};

  &[data-kind] {
    block-size: ${size.tick};
    background: ${color.ink};
    color: ${color.ink};
  }

  &[data-kind='midnight'] {
    block-size: 100%;
  }
`;

const Digits = styled.span`
  ${digitsOfScale}
  position: absolute;
  inset-block-end: calc(100% + ${size.stroke});
  inset-inline-start: 50%;
  translate: -50%;

  ${below.lg} {
    [data-narrow] > & {
      display: none;
    }
  }
`;

const Day = styled.span`
  position: absolute;
  /* Above the hours, which may be too close to leave room for a long weekday. */
  inset-block-end: calc(1lh + ${size.tick} + ${size.stroke} + ${size.stroke});
  padding-inline: ${size.tickShort};
  color: ${color.inkSoft};
  white-space: nowrap;

  ${from.xl} {
    inset-block-end: calc(${size.tick} + ${size.stroke} + ${size.stroke});
  }
`;
