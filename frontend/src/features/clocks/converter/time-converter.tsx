// The time converter: a slider for the time of a day, and the local times in all of the visitor's cities.
import { useRef, useState } from 'react';
import { Link2, Pencil } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { moveMyCity, toggleMyCity, useMyCities } from '../../../api/my-cities';
import { Dialog } from '../../../components/dialogs/dialog';
import { useToasts } from '../../../components/dialogs/toasts';
import { DayTime } from '../../../components/faces/day-time';
import { Button } from '../../../components/forms/button';
import { Label, TextField } from '../../../components/forms/field';
import { useCities } from '../../../i18n/cities';
import { clockParts, timeOfDayText } from '../../../i18n/clock-time';
import { zoneOffset } from '../../../time/zone-offset';
import { visuallyHidden } from '../../../styles/hidden';
import { icon } from '../../../styles/icons';
import { readoutDigits } from '../../../styles/clocks';
import { color, size, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';
import { synchronisedNow } from '../../../time/synchronised-time';
import { visitorZone } from '../../../time/visitor-zone';
import { foundPlaces } from '../city-order';
import { placeText } from '../../../i18n/place-text';
import { FoundZones } from '../found-zones';
import { placesOf } from '../places';
import { useCityToggle } from '../use-city-toggle';
import { ConverterRow } from './converter-row';
import { dateIn, movedTo, onDate, placeInDay, roundedDown, stepMinutes } from './chosen-time';
import { linkTo } from './link';

interface TimeConverterProps {
  /** The instant of a link; null for the current time. */
  readonly instant: number | null;
  readonly hour12: boolean;
  readonly onClose: () => void;
}

export function TimeConverter({ instant, hour12, onClose }: TimeConverterProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { show } = useToasts();
  const zone = visitorZone();
  const [chosen, setChosen] = useState(() => instant ?? roundedDown(synchronisedNow()));
  const [edits, setEdits] = useState(false);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const cities = useCities();
  const mine = useMyCities();
  const places = placesOf(mine, cities, intl.locale, chosen);
  const { minutes, length } = placeInDay(chosen, zone);
  const offset = zoneOffset(chosen, zone);

  function tell(name: string, at: number, count: number) {
    setSaid(formatMessage({ id: 'order.moved' }, { name, place: at + 1, count }));
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(linkTo(chosen, location.href));
      show({ title: formatMessage({ id: 'converter.copied' }) });
    } catch {
      // Refused, or no clipboard, as on pages without https.
      show({ title: formatMessage({ id: 'converter.copyFailed' }), tone: 'destructive' });
    }
  }

  return (
    <Dialog title={formatMessage({ id: 'converter.title' })} onClose={onClose}>
      <Chosen>
        <Time>
          <DayTime {...clockParts(intl, chosen, offset, hour12)} />
        </Time>
        <TextField
          type="date"
          label={formatMessage({ id: 'converter.date' })}
          value={dateIn(chosen, zone)}
          onChange={({ target }) => {
            const next = onDate(target.value, chosen, zone);
            if (next !== null) setChosen(next);
          }}
        />
      </Chosen>
      <Label htmlFor="converter-time">
        <FormattedMessage id="converter.time" />
      </Label>
      <Slider
        id="converter-time"
        type="range"
        min={0}
        max={length - stepMinutes}
        step={stepMinutes}
        value={minutes}
        aria-valuetext={timeOfDayText(intl, chosen, offset, hour12)}
        onChange={({ target }) => {
          setChosen(movedTo(target.valueAsNumber, chosen, zone));
        }}
      />
      <Rows ref={list} aria-label={formatMessage({ id: 'clocks.mine' })}>
        {places.map((place, index) => (
          <ConverterRow
            key={place.id}
            place={place}
            givenName={mine.find(({ key }) => key === place.id)?.name ?? ''}
            instant={chosen}
            hour12={hour12}
            edits={edits}
            isFirst={index === 0}
            isLast={index === places.length - 1}
            onMove={(by) => {
              moveMyCity(place.id, by);
              tell(place.name, index + by, places.length);
            }}
            onRemove={() => {
              list.current?.focus();
              toggleMyCity(place.id);
            }}
          />
        ))}
      </Rows>
      {(edits || places.length === 0) && (
        <AddPlace
          isFirst={places.length === 0}
          onAdded={(name) => {
            tell(name, places.length, places.length + 1);
          }}
        />
      )}
      <Said role="status">{said}</Said>
      <Actions>
        <Button
          $kind="quiet"
          onClick={() => {
            setChosen(roundedDown(synchronisedNow()));
          }}
        >
          <FormattedMessage id="converter.now" />
        </Button>
        {places.length > 0 && (
          <Button
            $kind="quiet"
            aria-pressed={edits}
            onClick={() => {
              setEdits(!edits);
            }}
          >
            <Pencil {...icon.usual} />
            <FormattedMessage id="converter.edit" />
          </Button>
        )}
        <Button $kind="quiet" onClick={() => void copyLink()}>
          <Link2 {...icon.usual} />
          <FormattedMessage id="converter.copy" />
        </Button>
      </Actions>
    </Dialog>
  );
}

/** A search field for cities and zones, which adds the one that is chosen. */
interface AddPlaceProps {
  readonly isFirst: boolean;
  readonly onAdded: (name: string) => void;
}

function AddPlace({ isFirst, onAdded }: AddPlaceProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const cities = useCities();
  const mine = useMyCities();
  const toggle = useCityToggle();
  const [search, setSearch] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const found = search.trim() === '' ? [] : foundPlaces(cities, search);
  const toAdd = found.filter(({ id }) => !mine.some(({ key }) => key === id)).slice(0, mostFound);

  /** A zone is stored with the name of the city that was searched. */
  function add(key: string, name: string, isZone = false) {
    place.current?.focus();
    if (toggle(key, isZone ? name : undefined)) onAdded(name);
    setSearch('');
  }

  return (
    <Add ref={place}>
      <TextField
        type="search"
        label={formatMessage({ id: 'converter.add' })}
        placeholder={formatMessage({ id: 'clocks.searchHint' })}
        hint={isFirst ? formatMessage({ id: 'converter.empty' }) : undefined}
        autoComplete="off"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
        }}
      />
      {toAdd.map(({ id, name, country }) => (
        <Found
          key={id}
          $kind="quiet"
          onClick={() => {
            add(id, name);
          }}
        >
          {placeText(intl, name, country)}
        </Found>
      ))}
      <FoundZones
        search={search}
        found={found}
        mine={mine}
        onAdd={(zone, name) => {
          add(zone, name, true);
        }}
      />
    </Add>
  );
}

const mostFound = 5;

const Chosen = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space[16]};
  margin-block-end: ${space[16]};
`;

const Time = styled.span`
  ${readoutDigits}
`;

const Slider = styled.input`
  inline-size: 100%;
  block-size: ${size.touch};
  accent-color: ${color.ink};
  cursor: pointer;
`;

/** Receives the focus from a row that is removed. */
const Rows = styled.ul.attrs({ tabIndex: -1 })`
  outline: none;
  display: grid;
  margin-block-start: ${space[8]};
`;

/** Receives the focus from a result that is added. */
const Add = styled.div.attrs({ tabIndex: -1 })`
  outline: none;
  display: grid;
  gap: ${space[8]};
  margin-block-start: ${space[16]};
`;

const Found = styled(Button)`
  ${smallText}
  justify-content: flex-start;
  text-align: start;
`;

const Said = styled.p`
  ${visuallyHidden}
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-block-start: ${space[16]};
  margin-inline-start: calc(-1 * ${space[16]});
`;
