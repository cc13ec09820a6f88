// The time of a zone in digits, on a 12- or 24-hour clock: running, or that of a row of the day.
import { useRef, useLayoutEffect, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { clockParts, type DayPeriod, secondDigits } from '../../i18n/clock-time';
import { zoneOffset } from '../../time/zone-offset';
import {
  cardDigits,
  dayPeriod,
  mainDigitsWithPeriod,
  readoutDigits,
  smallSeconds,
} from '../../styles/clocks';
import { deskDigits } from '../../styles/desk';
import { color, space } from '../../styles/theme';
import { smallDigits } from '../../styles/small-parts';
import { mainDigits, widthOfTime } from '../../styles/type';
import { onSecond, synchronisedNow } from '../../time/synchronised-time';
import { SmallPrint } from '../../components/page/texts';
import { rowTime } from '../../styles/world';

interface ZoneClockProps {
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  /** The minute is held: without seconds. */
  readonly isHeld?: boolean;
  readonly zone: string;
  readonly hour12: boolean;
  readonly kind: keyof typeof kinds;
}

const kinds = {
  /** The main clock of a page. */
  main: css`
    ${mainDigits}
  `,
  /** Beside a face. */
  readout: css`
    ${readoutDigits}
  `,
  card: css`
    ${cardDigits}
  `,
  /** Within the text about a city. */
  line: css`
    ${smallDigits}
  `,
  desk: css`
    ${deskDigits}
  `,
};

export function ZoneClock({ minute, isHeld = false, zone, hour12, kind }: ZoneClockProps) {
  const intl = useIntl();
  const alive = minute !== null;
  const offset = alive ? zoneOffset(minute, zone) : 0;
  const { minutes, period } = clockParts(intl, minute ?? 0, offset, hour12);
  return (
    <Line>
      {period?.leads === true && <Period {...{ period, kind, alive }} />}
      <Digits
        $kind={kind}
        $withPeriod={period !== null}
        dateTime={alive ? clockParts(intl, minute, offset, false).minutes : undefined}
      >
        {alive ? minutes : placeholder}
        {!isHeld && (
          <Seconds $kind={kind}>
            {alive ? (
              <>
                {separator}
                <RunningSecond />
              </>
            ) : (
              secondsPlaceholder
            )}
          </Seconds>
        )}
      </Digits>
      {period?.leads === false && <Period {...{ period, kind, alive }} />}
    </Line>
  );
}

function RunningSecond() {
  const place = useRef<HTMLSpanElement>(null);
  useSecondDigits(place);
  return <span ref={place} />;
}

interface PeriodProps extends Pick<ZoneClockProps, 'kind'> {
  readonly period: DayPeriod;
  readonly alive: boolean;
}

/** Reserves its width before the time is known, by the browser's words or the build's, which may differ. */
function Period({ period, kind, alive }: PeriodProps) {
  return (
    <PeriodFrame $kind={kind} $shown={alive}>
      <PeriodText suppressHydrationWarning>{period.text}</PeriodText>
    </PeriodFrame>
  );
}

const separator = ':';
const placeholder = '--:--';
const secondsPlaceholder = ':--';

const places = new Set<Text>();
let stop: () => void = () => undefined;

/** Keeps the element's text at the two digits of the current second; zones differ by whole minutes. */
function useSecondDigits(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (element.current === null) return;
    const text = document.createTextNode(secondDigits(synchronisedNow()));
    element.current.replaceChildren(text);
    if (places.size === 0) stop = onSecond(write);
    places.add(text);
    return () => {
      places.delete(text);
      if (places.size === 0) stop();
      text.remove();
    };
  }, [element]);
}

function write(): void {
  const digits = secondDigits(synchronisedNow());
  places.forEach((text) => {
    if (text.data !== digits) text.data = digits;
  });
}

interface RowTimeProps {
  readonly instant: number;
  readonly zone: string;
  readonly hour12: boolean;
}

export function RowTime({ instant, zone, hour12 }: RowTimeProps) {
  const intl = useIntl();
  const offset = zoneOffset(instant, zone);
  const { minutes, period } = clockParts(intl, instant, offset, hour12);
  return (
    <RowTimeBox>
      {period?.leads === true && <SmallPrint as="span">{period.text}</SmallPrint>}
      <RowDigits dateTime={clockParts(intl, instant, offset, false).minutes}>{minutes}</RowDigits>
      {period?.leads === false && <SmallPrint as="span">{period.text}</SmallPrint>}
    </RowTimeBox>
  );
}

/** Digits and am or pm on one line, never broken. */
const Line = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: ${space[8]};
  white-space: nowrap;
`;

const Digits = styled.time<{
  readonly $kind: keyof typeof kinds;
  readonly $withPeriod?: boolean;
}>`
  ${({ $kind }) => kinds[$kind]}
  ${({ $kind, $withPeriod = false }) => $kind === 'main' && $withPeriod && mainDigitsWithPeriod}
  ${({ $kind }) => ($kind === 'main' || $kind === 'readout') && widthOfTime}
`;

const quietSeconds = css`
  ${smallSeconds}
  color: ${color.inkSoft};
`;

const Seconds = styled.span<{ readonly $kind: keyof typeof kinds }>`
  ${({ $kind }) => $kind === 'card' && quietSeconds}
`;

/** A frame as high as the digits, so that the size of its text can be relative to them. */
const PeriodFrame = styled.span<{ readonly $kind: keyof typeof kinds; readonly $shown: boolean }>`
  ${({ $kind }) => kinds[$kind]}
  margin: 0;
  ${({ $shown }) => !$shown && 'visibility: hidden;'}
  color: ${color.inkSoft};
`;

const PeriodText = styled.span`
  ${dayPeriod}
`;

const RowTimeBox = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: ${space[8]};
  justify-self: end;
  white-space: nowrap;
`;

const RowDigits = styled.time`
  ${rowTime}
`;
