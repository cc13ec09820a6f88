// The world awake: the map, the visitor's own day as a rule with a hand, and the same day in the cities as strips below it.
import { useMemo, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMyCities } from '../../../offline/my-cities';
import { RowName } from '../../../components/lists/named-rows';
import { SmallPrint } from '../../../components/page/texts';
import { useInBrowser } from '../../../browser/in-browser';
import { useCities } from '../../../i18n/cities';
import { timeOfDayText } from '../../../i18n/clock-time';
import { cardDateText } from '../../../i18n/date-text';
import { lazyComponent } from '../../../loading/lazy-component';
import { below, color, radius, size, space } from '../../../styles/theme';
import { dayRow, digitsOfScale, scaleText, worldSize } from '../../../styles/world';
import { instantOf, zoneOffset } from '../../../time/zone-offset';
import type { Place } from '../places';
import { citiesIn, movedTo, placeByKey, placeInDay, stepMinutes, useDayPointer } from './held-time';
import { mapCities, rowPlaces } from './map-cities';
import { RowTime } from '../zone-clock';
import { WorldMap } from './world-map';
import { dayMs } from '../../../model/time-of-day';
import { localDay } from '../daylight';

const WorldRows = lazyComponent(
  async () => (await import(/* webpackChunkName: "world-rows" */ './world-rows')).WorldRows,
);

const WorldDate = lazyComponent(
  async () => (await import(/* webpackChunkName: "world-rows" */ './world-rows')).WorldDate,
);

interface WorldClockProps {
  /** The visitor's own; null before hydration, like the other values. */
  readonly own: Place | null;
  /** The time that is held, or the running minute. */
  readonly instant: number | null;
  /** The running minute. */
  readonly now: number | null;
  readonly hour12: boolean;
  readonly onHold: (instant: number) => void;
  readonly onLetGo: () => void;
}

export function WorldClock({ own, instant, now, hour12, onHold, onLetGo }: WorldClockProps) {
  const intl = useIntl();
  const { locale } = intl;
  const cities = useCities();
  const mine = useMyCities();
  const search = useInBrowser(() => location.search, '');
  const day = instant === null ? null : Math.floor(instant / dayMs) * dayMs;
  // Names of zones may change with the time of the year.
  const { places, isOfLink } = useMemo(
    () =>
      own === null || day === null
        ? { places: [], isOfLink: false }
        : rowPlaces(citiesIn(search), mine, cities, locale, day, own.zone),
    [own, day, search, mine, cities, locale],
  );
  const onMap = useMemo(() => (own === null ? [] : mapCities(own, places)), [own, places]);
  const offset = own === null || instant === null ? 0 : zoneOffset(instant, own.zone);
  return (
    <>
      <WorldMap cities={onMap} instant={instant} hour12={hour12} />
      <DateLine>
        {own !== null && instant !== null && (
          <WorldDate
            zone={own.zone}
            instant={instant}
            isHeld={instant !== now}
            onHold={onHold}
            onLetGo={onLetGo}
          />
        )}
      </DateLine>
      <OwnDay>
        <div>
          {own !== null && instant !== null && (
            <>
              <RowName>{own.name}</RowName>
              <SmallPrint>{cardDateText(intl, instant, offset)}</SmallPrint>
            </>
          )}
        </div>
        <Rule>
          {own === null || instant === null || now === null ? (
            <Ticks count={defaultCount} until={-1} />
          ) : (
            <DayRule
              {...{ instant, now, hour12, onHold, onLetGo }}
              zone={own.zone}
              others={places}
            />
          )}
        </Rule>
        <div>
          {own !== null && instant !== null && (
            <RowTime instant={instant} zone={own.zone} hour12={hour12} />
          )}
        </div>
      </OwnDay>
      <Room>
        {own !== null && instant !== null && now !== null && (
          <WorldRows {...{ own, places, isOfLink, instant, now, hour12, onHold }} />
        )}
      </Room>
    </>
  );
}

interface DayRuleProps {
  /** The time that is held, or the running minute. */
  readonly instant: number;
  readonly now: number;
  readonly zone: string;
  readonly hour12: boolean;
  /** The cities below it, whose times are spoken with its own. */
  readonly others: readonly Place[];
  readonly onHold: (instant: number) => void;
  readonly onLetGo: () => void;
}

/** The visitor's own day as a rule of quarter hours, with a hand that holds another time than the present one. */
function DayRule({ instant, now, zone, hour12, others, onHold, onLetGo }: DayRuleProps) {
  const intl = useIntl();
  const day = localDay(instant, zone);
  const { minutes, length } = placeInDay(instant, zone);
  const present = (now - day.from) / (day.until - day.from);
  const offset = zoneOffset(instant, zone);
  const pointer = useDayPointer(instant, zone, onHold);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') {
      onLetGo();
      return;
    }
    const place = placeByKey(event.key, minutes, length);
    if (place === null) return;
    event.preventDefault();
    if (place !== minutes) onHold(movedTo(place, instant, zone));
  }

  return (
    <Grip {...pointer}>
      <Ticks count={Math.round(length / stepMinutes)} until={minutes / stepMinutes} />
      {hoursOf(day.from, zone, hour12).map(({ hour, text, at }) => (
        <Hour
          key={hour}
          data-narrow={hour % 6 !== 0 || undefined}
          style={{ insetInlineStart: percent((at - day.from) / (day.until - day.from)) }}
        >
          {text}
        </Hour>
      ))}
      {/* Below the disc there would be a dot left of it. */}
      {instant !== now && present >= 0 && present < 1 && (
        <Now style={{ insetInlineStart: percent(present) }} />
      )}
      <Disc
        role="slider"
        tabIndex={0}
        aria-label={intl.formatMessage({ id: 'converter.time' })}
        aria-valuemin={0}
        aria-valuemax={length - stepMinutes}
        aria-valuenow={Math.min(minutes, length - stepMinutes)}
        aria-valuetext={intl.formatList(
          [
            `${timeOfDayText(intl, instant, offset, hour12)}, ${cardDateText(intl, instant, offset)}`,
            ...others.map((place) => {
              const there = zoneOffset(instant, place.zone);
              return `${place.name} ${timeOfDayText(intl, instant, there, hour12)}`;
            }),
          ],
          { type: 'unit' },
        )}
        style={{ insetInlineStart: percent(minutes / length) }}
        onKeyDown={onKeyDown}
      />
    </Grip>
  );
}

/** The marks; those before `until` have passed. */
function Ticks({ count, until }: { readonly count: number; readonly until: number }) {
  const marks = Array.from({ length: count + 1 }, (_, mark) => mark);
  const ahead = marks.filter((mark) => mark > until);
  return (
    <Marks
      aria-hidden="true"
      viewBox={`0 0 ${count} ${worldSize.ruleHeight}`}
      preserveAspectRatio="none"
    >
      <Mark d={linesAt(ahead.filter((mark) => !isHour(mark)))} />
      <Mark d={linesAt(ahead.filter(isHour))} data-kind="hour" />
      <Mark d={linesAt(marks.filter((mark) => mark <= until))} data-kind="past" />
    </Marks>
  );
}

const isHour = (mark: number) => mark % 4 === 0;

function linesAt(marks: readonly number[]): string {
  return marks
    .map((mark) => {
      const ordinary = isHour(mark) ? worldSize.ruleHour : worldSize.ruleTick;
      const height = mark % 24 === 0 ? worldSize.ruleQuarter : ordinary;
      return `M${mark} ${worldSize.ruleHeight}v-${height}`;
    })
    .join('');
}

const defaultCount = 96;
const shownHours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** On a day of a clock change, hours are where they are. */
function hoursOf(from: number, zone: string, hour12: boolean) {
  const midnight = from + zoneOffset(from, zone);
  return shownHours.map((hour) => ({
    hour,
    at: instantOf(midnight + hour * 3_600_000, zone),
    text: hour12 ? hour % 12 || 12 : hour,
  }));
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}

/** Keeps its space before the day is known. */
const DateLine = styled.div`
  min-block-size: ${size.touch};
  margin-block-start: ${space[16]};
`;

/** The visitor's place and time beside the rule, where there is room: above the map they are on every screen. */
const OwnDay = styled.div`
  ${dayRow}

  > :last-child {
    justify-self: end;
  }

  ${below.lg} {
    > :not(:nth-child(2)) {
      display: none;
    }
  }
`;

/** Keeps the space of the usual rows before the visitor's cities are known. */
const Room = styled.div`
  min-block-size: ${worldSize.rows};

  ${below.lg} {
    min-block-size: ${worldSize.rowsNarrow};
  }
`;

/** Time runs from left to right in every language. */
const Rule = styled.div`
  /* Its box stays where it is when the grip reaches beyond it. */
  display: flow-root;
  direction: ltr;
  position: relative;
  margin-block-start: ${space[16]};
  padding-block-end: ${space[24]};
`;

const Grip = styled.div`
  position: relative;
  /* Higher than it looks; the page still scrolls up and down. */
  margin-block: -${space[12]} -${space[24]};
  padding-block: ${space[12]} ${space[24]};
  touch-action: pan-y;
  cursor: grab;

  &:active {
    cursor: grabbing;
  }
`;

const Marks = styled.svg`
  inline-size: 100%;
  block-size: ${worldSize.ruleHeight / 16}rem;
  overflow: visible;
`;

const Mark = styled.path`
  stroke: ${color.line};
  stroke-width: ${size.hairline};
  vector-effect: non-scaling-stroke;

  &[data-kind='hour'] {
    stroke: ${color.controlLine};
  }

  &[data-kind='past'] {
    stroke: ${color.ink};
  }
`;

const Hour = styled.span`
  ${scaleText}
  ${digitsOfScale}
  position: absolute;
  inset-block-end: ${space[4]};
  translate: -50%;
  color: ${color.inkSoft};
  user-select: none;

  ${below.lg} {
    &[data-narrow] {
      display: none;
    }
  }
`;

const Now = styled.span`
  position: absolute;
  inset-block-start: calc(${space[12]} - ${space[4]});
  inline-size: ${size.stroke};
  block-size: ${(worldSize.ruleHeight + 6) / 16}rem;
  background: ${color.accent};
  translate: -50%;
`;

/** A disc of ink with one tick in it: what is held looks the same everywhere. */
const Disc = styled.span`
  position: absolute;
  inset-block-start: calc(${space[12]} + ${worldSize.ruleHeight / 32}rem);
  inline-size: ${worldSize.disc};
  block-size: ${worldSize.disc};
  border-radius: ${radius.full};
  background: linear-gradient(${color.ground} 0 0) center / ${size.stroke} ${worldSize.discTick}
    no-repeat ${color.ink};
  box-shadow: 0 0 0 ${size.stroke} ${color.ground};
  translate: -50% -50%;

  /* The target is as large as a finger. */
  &::after {
    content: '';
    position: absolute;
    inset: 50%;
    inline-size: ${size.touch};
    block-size: ${size.touch};
    translate: -50% -50%;
  }
`;
