// The cities of the reader's language as cards: searched, ordered, the visitor's own first.
import { memo, useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Plus } from 'lucide-react';
import { cityList, useMyCities } from '../../offline/my-cities';
import { followSyncedList } from '../../offline/synced-lists';
import { EmptyState } from '../../components/lists/empty-state';
import { SelectField, TextField } from '../../components/forms/field';
import { Section, SectionTitle } from '../../components/page/page-column';
import { SmallPrint, Wrong } from '../../components/page/texts';
import { whenIdle } from '../../browser/idle';
import { useStoredValue } from '../../browser/stored-value';
import { useMinute } from '../../time/synchronised-time';
import { useCities } from '../../i18n/cities';
import { useKnownPlaces, type KnownPlace, placeText } from '../../i18n/known-places';
import { clockSize } from '../../styles/clocks';
import { color, from, size, space, icon } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { useCardScheduler } from './card-updates';
import {
  cityOrders,
  foundPlaces,
  orderedCities,
  storedOrder,
  foundZones,
  placesOf,
  unknownZones,
  type Place,
} from './places';
import { useCityToggle } from './use-city-toggle';
import { Chip } from '../../components/forms/button';

export interface CityCardProps {
  readonly city: Place;
  readonly pinned: boolean;
  readonly onPin: (city: Place) => void;
}

interface CityGridProps {
  /** Renders a card; must be the same component each time. */
  readonly card: ComponentType<CityCardProps>;
  /** The time that the cards show instead of the present one. */
  readonly held?: number | null;
}

/** Renders again once a minute, for the order; the cards get the time by themselves. */
export const CityGrid = memo(function CityGrid({ card: Card, held = null }: CityGridProps) {
  const { formatMessage, formatList, locale } = useIntl();
  const titleId = useId();
  const cities = useCities();
  const minute = useMinute();
  const mine = useMyCities();
  const toggle = useCityToggle();
  const order = useStoredValue(storedOrder, 'listed');
  const [search, setSearch] = useState('');
  const zones = useRef<HTMLDivElement>(null);
  const isSearched = search.trim() !== '';

  const found = foundPlaces(cities, search);
  const offered = foundZones(useKnownPlaces(isSearched), search, found).filter(
    ({ zone }) => !mine.some(({ key }) => key === zone),
  );
  const own = minute === null ? [] : placesOf(mine, cities, locale, minute);
  const ownShown = isSearched ? foundPlaces(own, search) : own;
  const unknown = unknownZones(mine);
  const isRefused = cityList.useRefusal();
  const shown = minute === null ? found : orderedCities(ownShown, found, order, minute, locale);
  useCardScheduler(held);
  useEffect(
    () =>
      whenIdle(() => {
        followSyncedList('cities');
      }),
    [],
  );

  return (
    <Section aria-labelledby={titleId}>
      <Head>
        <SectionTitle id={titleId}>{formatMessage({ id: 'clocks.world' })}</SectionTitle>
        <Controls role="search">
          <TextField
            type="search"
            label={formatMessage({ id: 'clocks.search' })}
            placeholder={formatMessage({ id: 'clocks.searchHint' })}
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
            }}
          />
          <SelectField
            label={formatMessage({ id: 'clocks.order' })}
            value={order}
            options={[
              { value: 'listed', text: formatMessage({ id: 'clocks.asListed' }) },
              { value: 'offset', text: formatMessage({ id: 'clocks.byOffset' }) },
              { value: 'name', text: formatMessage({ id: 'clocks.byName' }) },
            ]}
            onChange={(event) => {
              const chosen = cityOrders.find((one) => one === event.target.value);
              if (chosen !== undefined) storedOrder.write(chosen);
            }}
          />
        </Controls>
      </Head>
      <Count role="status">
        {isSearched &&
          formatMessage({ id: 'clocks.found' }, { count: found.length || offered.length })}
      </Count>
      {isSearched && (
        <Zones ref={zones}>
          <FoundZones
            places={offered}
            onAdd={(zone, name) => {
              zones.current?.focus();
              toggle({ id: zone, name }, name);
            }}
          />
        </Zones>
      )}
      {shown.length === 0 && offered.length === 0 ? (
        <EmptyState
          title={formatMessage({ id: 'clocks.noneTitle' })}
          text={formatMessage({ id: 'clocks.noneText' })}
        />
      ) : (
        <Cards>
          {shown.map((city) => (
            <Card
              key={city.id}
              city={city}
              pinned={mine.some(({ key }) => key === city.id)}
              onPin={toggle}
            />
          ))}
        </Cards>
      )}
      {isRefused && <Wrong role="alert">{formatMessage({ id: 'clocks.refused' })}</Wrong>}
      {unknown.length > 0 && (
        <SmallPrint>
          {formatMessage({ id: 'clocks.unknown' }, { places: formatList(unknown) })}
        </SmallPrint>
      )}
    </Section>
  );
});

interface FoundZonesProps {
  readonly places: readonly KnownPlace[];
  readonly onAdd: (zone: string, name: string) => void;
}

/** Places that a search finds besides the cities of the language; a button adds one to the visitor's list. */
function FoundZones({ places, onAdd }: FoundZonesProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  if (places.length === 0) return null;
  return (
    <Row role="group" aria-label={formatMessage({ id: 'clocks.zones' })}>
      <SmallPrint as="span" aria-hidden="true">
        {formatMessage({ id: 'clocks.zones' })}
      </SmallPrint>
      {places.map(({ zone, name, country }) => {
        const text = placeText(intl, name, country);
        return (
          <Chip
            key={`${zone} ${name}`}
            aria-label={formatMessage({ id: 'clocks.addZone' }, { zone: text })}
            onClick={() => {
              onAdd(zone, name);
            }}
          >
            <Plus {...icon.small} />
            <bdi>{text}</bdi>
          </Chip>
        );
      })}
    </Row>
  );
}

/** Receives the focus from a zone that is added. */
const Zones = styled.div.attrs({ tabIndex: -1 })`
  outline: none;
`;

const Head = styled.div`
  display: grid;
  gap: ${space[16]} ${space[32]};

  ${from.md} {
    grid-template-columns: 1fr auto;
    align-items: end;
  }

  h2 {
    margin-block-end: 0;
  }
`;

const Controls = styled.div`
  display: grid;
  gap: ${space[12]};

  ${from.sm} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }

  ${from.md} {
    grid-template-columns: ${clockSize.searchField} ${size.menu};
  }
`;

const Count = styled.p`
  ${smallText}
  min-block-size: 1lh;
  margin-block: ${space[8]};
  color: ${color.inkSoft};
`;

const Cards = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  column-gap: ${space[32]};

  ${from.sm} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${from.lg} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  margin-block-end: ${space[16]};
`;
