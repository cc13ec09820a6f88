// A city below the map: its time and day, the visitor's day there as a strip, and in edit mode its name, its position
// and its removal.
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useMemo } from 'react';
import { RowName } from '../../../components/lists/named-rows';
import { SmallPrint } from '../../../components/page/texts';
import { nameMyCity } from '../../../offline/my-cities';
import { IconButton } from '../../../components/forms/button';
import { NameInput } from '../../../components/forms/name-input';
import { MoveButtons } from '../../../components/lists/move-buttons';
import { DottedParts } from '../../../components/page/dotted-parts';
import { zoneOffset } from '../../../time/zone-offset';
import { icon, color, size, space } from '../../../styles/theme';
import { dayRow, worldSize, scaleText } from '../../../styles/world';
import { cardDateText, scaleDateText } from '../../../i18n/date-text';
import { dayText, daysAhead, differenceText } from '../day-difference';
import type { Place } from '../places';
import type { MessageId } from '../../../i18n/messages';
import { kindAt, type HourKind, dateChangesIn, hoursIn } from './call-hours';
import { RowTime } from '../zone-clock';
import { localDay } from '../daylight';
import { useDayPointer } from './held-time';

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
          <RowName>{place.name}</RowName>
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

interface DayStripProps {
  /** Of the city. */
  readonly zone: string;
  /** The visitor's, whose day the strip has. */
  readonly ownZone: string;
  readonly instant: number;
  readonly onHold: (instant: number) => void;
}

/** Hidden from assistive technology: the row says the same in words, and the rule above has the keys. */
function DayStrip({ zone, ownZone, instant, onHold }: DayStripProps) {
  const intl = useIntl();
  const pointer = useDayPointer(instant, ownZone, onHold);
  const { from, until } = localDay(instant, ownZone);
  const hours = useMemo(() => hoursIn({ from, until }, zone), [from, until, zone]);
  const changes = useMemo(() => dateChangesIn({ from, until }, zone), [from, until, zone]);
  const place = (at: number) => `${(((at - from) / (until - from)) * 100).toFixed(3)}%`;
  return (
    <Strip aria-hidden="true" {...pointer}>
      {hours.map((part) => (
        <Hours
          key={part.from}
          data-kind={part.kind}
          style={{
            insetInlineStart: place(part.from),
            inlineSize: place(from + part.until - part.from),
          }}
        />
      ))}
      <Held style={{ insetInlineStart: place(instant) }} />
      {changes.map((at) => {
        const isLate = (at - from) / (until - from) > roomAfter;
        const local = at + zoneOffset(at, zone);
        return (
          <Midnight key={at} style={{ insetInlineStart: place(at) }}>
            <Date data-before={isLate || undefined}>
              <bdi>{scaleDateText(intl, isLate ? local - 1 : local, true)}</bdi>
            </Date>
          </Midnight>
        );
      })}
    </Strip>
  );
}

/** From this part of the day on the date before midnight has more room than the one after it. */
const roomAfter = 0.6;

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

const Tools = styled.div`
  display: flex;
  justify-self: end;
`;

/** Time runs from left to right in every language; the page still scrolls up and down. */
const Strip = styled.div`
  position: relative;
  direction: ltr;
  align-self: stretch;
  min-block-size: ${worldSize.strip};
  touch-action: pan-y;
  user-select: none;
  cursor: grab;

  &:active {
    cursor: grabbing;
  }
`;

/** The more awake, the higher: not by its color alone. */
const Hours = styled.span`
  position: absolute;
  inset-block-end: 0;
  block-size: ${size.stroke};
  background: ${color.line};

  &[data-kind='awake'] {
    block-size: ${space[8]};
    background: ${color.controlLine};
  }

  &[data-kind='work'] {
    block-size: ${space[16]};
    background: ${color.inkSoft};
  }
`;

const Midnight = styled.span`
  position: absolute;
  inset-block: 0;
  inline-size: ${size.hairline};
  background: ${color.inkSoft};
`;

const Date = styled.span`
  ${scaleText}
  position: absolute;
  inset-block-start: 0;
  inset-inline-start: ${size.hairline};
  padding-inline: ${space[4]};
  /* Readable over the line of the time that is held. */
  background: ${color.ground};
  color: ${color.inkSoft};
  white-space: nowrap;

  &[data-before] {
    inset-inline: auto ${size.hairline};
  }
`;

/** From row to row, as one line. */
const Held = styled.span`
  position: absolute;
  inset-block: calc(-1 * ${worldSize.stripAir});
  inline-size: ${size.stroke};
  background: ${color.ink};
  translate: -50%;
  pointer-events: none;
`;
