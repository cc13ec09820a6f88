// A city below the map: its time and day, the visitor's day there, and in edit mode its name, its position and its removal.
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../../components/page/texts';
import { nameMyCity } from '../../../api/my-cities';
import { IconButton } from '../../../components/forms/button';
import { NameInput } from '../../../components/forms/name-input';
import { MoveButtons } from '../../../components/lists/move-buttons';
import { DottedParts } from '../../../components/page/dotted-parts';
import { zoneOffset } from '../../../time/zone-offset';
import { icon } from '../../../styles/icons';
import { color, size, space } from '../../../styles/theme';
import { itemTitle } from '../../../styles/type';
import { dayRow, worldSize } from '../../../styles/world';
import { cardDateText } from '../../../i18n/date-text';
import { dayText, daysAhead, differenceText } from '../day-difference';
import type { Place } from '../places';
import type { MessageId } from '../../../i18n/messages';
import { kindAt, type HourKind } from './call-hours';
import { DayStrip } from './day-strip';
import { RowTime } from './row-time';

interface WorldRowProps {
  readonly place: Place;
  /** The visitor's own name for it; empty if there is none. */
  readonly givenName: string;
  readonly instant: number;
  /** The visitor's. */
  readonly zone: string;
  readonly onHold: (instant: number) => void;
  readonly hour12: boolean;
  readonly edits: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function WorldRow(props: WorldRowProps) {
  const { place, givenName, instant, zone, hour12, onHold, edits, isFirst, isLast } = props;
  const intl = useIntl();
  const { formatMessage } = intl;
  const offset = zoneOffset(instant, place.zone);
  const ownOffset = zoneOffset(instant, zone);
  const day = dayText(intl, daysAhead(instant, offset, ownOffset));
  const named = { city: place.name };
  return (
    <Row>
      <Names>
        {edits ? (
          <NameInput
            label={formatMessage({ id: 'converter.name' }, named)}
            placeholder={place.name}
            name={givenName}
            onName={(name) => {
              nameMyCity(place.id, name);
            }}
          />
        ) : (
          <Name>{place.name}</Name>
        )}
        <SmallPrint>
          <DottedParts
            parts={[
              cardDateText(intl, instant, offset),
              ...(day === null ? [] : [day]),
              differenceText(intl, offset, ownOffset),
              formatMessage({ id: hourKinds[kindAt(instant, place.zone)] }),
            ]}
          />
        </SmallPrint>
      </Names>
      <DayStrip zone={place.zone} ownZone={zone} instant={instant} onHold={onHold} />
      {edits ? (
        <Tools>
          <MoveButtons name={place.name} isFirst={isFirst} isLast={isLast} onMove={props.onMove} />
          <IconButton
            $kind="quiet"
            aria-label={formatMessage({ id: 'converter.remove' }, named)}
            onClick={props.onRemove}
          >
            <X {...icon.medium} />
          </IconButton>
        </Tools>
      ) : (
        <RowTime instant={instant} zone={place.zone} hour12={hour12} />
      )}
    </Row>
  );
}

const hourKinds = {
  night: 'converter.night',
  awake: 'converter.awake',
  work: 'converter.work',
} as const satisfies Record<HourKind, MessageId>;

const Row = styled.li`
  ${dayRow}
  padding-block: ${worldSize.stripAir};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Names = styled.div`
  min-inline-size: 0;

  /* A touch target whose text keeps the place of the name. */
  input {
    min-block-size: ${size.touch};
    margin-block: calc(-1 * ${space[8]});
    margin-inline-start: calc(-1 * (${space[8]} + ${size.hairline}));
  }
`;

const Name = styled.h3`
  ${itemTitle}
  overflow-wrap: anywhere;
`;

const Tools = styled.div`
  display: flex;
  justify-self: end;
`;
