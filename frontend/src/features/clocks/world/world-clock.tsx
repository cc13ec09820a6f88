// The world awake: the map, the visitor's own day as a rule with a hand, and the rows of the cities.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMyCities } from '../../../api/my-cities';
import { useCities } from '../../../i18n/cities';
import { below } from '../../../styles/theme';
import { worldSize } from '../../../styles/world';
import type { Place } from '../places';
import { DayRule } from './day-rule';
import { mapCities, rowPlaces } from './map-cities';
import { WorldMap } from './world-map';
import { WorldRows } from './world-rows';
import { dayMs } from '../../../model/time-of-day';

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
  const { locale } = useIntl();
  const cities = useCities();
  const mine = useMyCities();
  const day = instant === null ? null : Math.floor(instant / dayMs) * dayMs;
  // Names of zones may change with the time of the year.
  const places = useMemo(
    () => (own === null || day === null ? [] : rowPlaces(mine, cities, locale, day, own.zone)),
    [own, day, mine, cities, locale],
  );
  const onMap = useMemo(() => (own === null ? [] : mapCities(own, places)), [own, places]);
  return (
    <>
      <WorldMap cities={onMap} instant={instant} hour12={hour12} />
      <DayRule
        instant={instant}
        now={now}
        zone={own?.zone ?? ''}
        hour12={hour12}
        onHold={onHold}
        onLetGo={onLetGo}
      />
      <Room>
        {own !== null && instant !== null && (
          <WorldRows
            places={places}
            zone={own.zone}
            instant={instant}
            hour12={hour12}
            isHeld={instant !== now}
            onHold={onHold}
            onLetGo={onLetGo}
          />
        )}
      </Room>
    </>
  );
}

/** Keeps the space of the usual rows before the visitor's cities are known. */
const Room = styled.div`
  min-block-size: ${worldSize.rows};

  ${below.md} {
    min-block-size: ${worldSize.rowsNarrow};
  }
`;
