// A city of the converter: its time and day, and in edit mode its name, its position and its removal.
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { nameMyCity } from '../../../api/my-cities';
import { IconButton } from '../../../components/forms/button';
import { NameInput } from '../../../components/forms/name-input';
import { MoveButtons } from '../../../components/lists/move-buttons';
import { DottedParts } from '../../../components/page/dotted-parts';
import { clockParts } from '../../../i18n/clock-time';
import { zoneOffset } from '../../../time/zone-offset';
import { cardDigits } from '../../../styles/clocks';
import { icon } from '../../../styles/icons';
import { color, size, space } from '../../../styles/theme';
import { itemTitle, smallText } from '../../../styles/type';
import { visitorZone } from '../../../time/visitor-zone';
import { DayBand } from '../day-band';
import { cardDateText, dayText, daysAhead, differenceText } from '../day-difference';
import type { Place } from '../places';

interface ConverterRowProps {
  readonly place: Place;
  /** The visitor's own name for it; empty if there is none. */
  readonly givenName: string;
  readonly instant: number;
  readonly hour12: boolean;
  readonly edits: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function ConverterRow(props: ConverterRowProps) {
  const { place, givenName, instant, hour12, edits, isFirst, isLast, onMove, onRemove } = props;
  const intl = useIntl();
  const { formatMessage } = intl;
  const offset = zoneOffset(instant, place.zone);
  const ownOffset = zoneOffset(instant, visitorZone());
  const { minutes, period } = clockParts(intl, instant, offset, hour12);
  const day = dayText(intl, daysAhead(instant, offset, ownOffset));
  const named = { city: place.name };
  return (
    <Row>
      <Line>
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
          <Detail>
            <DottedParts
              parts={[
                cardDateText(intl, instant, offset),
                ...(day === null ? [] : [day]),
                differenceText(intl, offset, ownOffset),
              ]}
            />
          </Detail>
        </Names>
        {edits ? (
          <Tools>
            <MoveButtons name={place.name} isFirst={isFirst} isLast={isLast} onMove={onMove} />
            <IconButton
              $kind="quiet"
              aria-label={formatMessage({ id: 'converter.remove' }, named)}
              onClick={onRemove}
            >
              <X {...icon.usual} />
            </IconButton>
          </Tools>
        ) : (
          <Time>
            {period?.leads === true && <Period>{period.text}</Period>}
            <Digits dateTime={clockParts(intl, instant, offset, false).minutes}>{minutes}</Digits>
            {period?.leads === false && <Period>{period.text}</Period>}
          </Time>
        )}
      </Line>
      {'latitude' in place && (
        <DayBand place={place} zone={place.zone} minute={instant} hour12={hour12} />
      )}
    </Row>
  );
}

const Row = styled.li`
  display: grid;
  gap: ${space[8]};
  padding-block: ${space[12]} ${space[16]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
`;

const Names = styled.div`
  flex: 1;
  min-inline-size: 0;

  /* A touch target whose text keeps the place of the name. */
  input {
    min-block-size: ${size.touch};
    margin-block: calc(-1 * ${space[4]});
    margin-inline-start: calc(-1 * (${space[8]} + ${size.hairline}));
  }
`;

const Name = styled.h3`
  ${itemTitle}
  overflow-wrap: anywhere;
`;

const Detail = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

const Tools = styled.div`
  display: flex;
  flex: none;
`;

const Time = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: ${space[8]};
  white-space: nowrap;
`;

const Digits = styled.time`
  ${cardDigits}
`;

const Period = styled.span`
  ${smallText}
  color: ${color.inkSoft};
`;
