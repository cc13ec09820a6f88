// The hours that pass over the world, from east to west: midnight has the dates on its two sides.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { scaleDateText } from '../../../i18n/date-text';
import { digitsOfScale, scaleText } from '../../../styles/world';
import { below, color, from, size } from '../../../styles/theme';
import { dayMs } from '../../../model/time-of-day';

interface HoursAboveProps {
  /** Null before hydration. */
  readonly instant: number | null;
  readonly hour12: boolean;
  /** Whether there is room for months. */
  readonly wide: boolean;
}

/** Hidden from assistive technology: the map's name has the times. */
export function HoursAbove({ instant, hour12, wide }: HoursAboveProps) {
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
