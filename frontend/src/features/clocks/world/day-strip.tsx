// Somebody's day as it is in another zone: hours of work, awake and asleep, where the date changes, and the time that is held.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { scaleDateText } from '../../../i18n/date-text';
import { color, size, space } from '../../../styles/theme';
import { scaleText, worldSize } from '../../../styles/world';
import { zoneOffset } from '../../../time/zone-offset';
import { localDay } from '../daylight';
import { dateChangesIn, hoursIn } from './call-hours';
import { useDayPointer } from './use-day-pointer';

interface DayStripProps {
  /** Of the city. */
  readonly zone: string;
  /** The visitor's, whose day the strip has. */
  readonly ownZone: string;
  readonly instant: number;
  readonly onHold: (instant: number) => void;
}

/** Hidden from assistive technology: the row says the same in words, and the rule above has the keys. */
export function DayStrip({ zone, ownZone, instant, onHold }: DayStripProps) {
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
