// The world awake: the map, the visitor's own day as a rule with a hand, and the same day in the cities as strips below it.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMyCities } from '../../../api/my-cities';
import { SmallPrint } from '../../../components/page/texts';
import { useInBrowser } from '../../../browser/in-browser';
import { timeOfDayText } from '../../../i18n/clock-time';
import { useCities } from '../../../i18n/cities';
import { cardDateText } from '../../../i18n/date-text';
import { lazyComponent } from '../../../loading/lazy-component';
import { below, from, size, space } from '../../../styles/theme';
import { itemTitle } from '../../../styles/type';
import { dayRow, ownRowTime, worldSize } from '../../../styles/world';
import { zoneOffset } from '../../../time/zone-offset';
import type { Place } from '../places';
import { DayRule } from './day-rule';
import { citiesIn } from './link';
import { mapCities, rowPlaces } from './map-cities';
import { WorldMap } from './world-map';
import { dayMs } from '../../../model/time-of-day';

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
              <Name>{own.name}</Name>
              <SmallPrint>{cardDateText(intl, instant, offset)}</SmallPrint>
            </>
          )}
        </div>
        <DayRule
          instant={instant}
          now={now}
          zone={own?.zone ?? ''}
          hour12={hour12}
          others={places}
          onHold={onHold}
          onLetGo={onLetGo}
        />
        <Time>
          {own !== null && instant !== null && timeOfDayText(intl, instant, offset, hour12)}
        </Time>
      </OwnDay>
      <Room>
        {own !== null && instant !== null && now !== null && (
          <WorldRows {...{ own, places, isOfLink, instant, now, hour12, onHold }} />
        )}
      </Room>
    </>
  );
}

/** Keeps its space before the day is known. */
const DateLine = styled.div`
  min-block-size: ${size.touch};
  margin-block-start: ${space[16]};
`;

/** The visitor's place and time beside the rule, where there is room: above the map they are on every screen. */
const OwnDay = styled.div`
  ${dayRow}

  ${below.lg} {
    > :not(:nth-child(2)) {
      display: none;
    }
  }
`;

const Name = styled.h3`
  ${itemTitle}
  overflow-wrap: anywhere;
`;

const Time = styled.p`
  ${ownRowTime}

  ${from.lg} {
    justify-self: end;
  }
`;

/** Keeps the space of the usual rows before the visitor's cities are known. */
const Room = styled.div`
  min-block-size: ${worldSize.rows};

  ${below.lg} {
    min-block-size: ${worldSize.rowsNarrow};
  }
`;
