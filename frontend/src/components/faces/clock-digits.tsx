// The time now in digits that stand still; dashes in its place until the page knows it.
import type { HTMLAttributes } from 'react';
import styled from 'styled-components';
import { secondDigits } from '../../i18n/clock-time';
import { clockText } from '../../i18n/time-text';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { dayPeriod, mainDigitsBesidePeriod } from '../../styles/clocks';
import { color, space } from '../../styles/theme';
import { mainDigits, widthOfTime } from '../../styles/type';

interface ClockDigitsProps extends HTMLAttributes<HTMLElement> {
  /** The running second and the visitor's zone; null before the page is alive. */
  readonly second: number | null;
  readonly zone: string | null;
}

/** The big thing of a page: it is not announced every second, only read when asked for. */
export function ClockDigits({ second, zone, ...rest }: ClockDigitsProps) {
  const clock = useVisitorClock();
  if (second === null || zone === null) {
    return (
      <Digits $besidePeriod={clock.hour12} {...rest}>
        {placeholder}
      </Digits>
    );
  }
  const { minutes, period } = clock.parts(second, zone);
  const time = `${minutes}:${secondDigits(second)}`;
  const digits = (
    <Digits $besidePeriod={period !== null} dateTime={clockText(second, zone)} {...rest}>
      {time}
    </Digits>
  );
  if (period === null) return digits;
  return (
    <Line>
      {period.leads && <Period text={period.text} />}
      {digits}
      {!period.leads && <Period text={period.text} />}
    </Line>
  );
}

/** In the type of the digits, so that the text within can be a share of them. */
function Period({ text }: { readonly text: string }) {
  return (
    <PeriodFrame>
      <PeriodText>{text}</PeriodText>
    </PeriodFrame>
  );
}

const placeholder = '--:--:--';

const Digits = styled.time<{ readonly $besidePeriod: boolean }>`
  ${mainDigits}
  ${({ $besidePeriod }) => $besidePeriod && mainDigitsBesidePeriod}
  display: block;
  inline-size: fit-content;
  ${widthOfTime}
`;

/** Digits and am or pm on one line, never broken. */
const Line = styled.span`
  display: flex;
  align-items: baseline;
  gap: ${space[8]};
  white-space: nowrap;
`;

const PeriodFrame = styled.span`
  ${mainDigits}
  margin: 0;
  color: ${color.inkSoft};
`;

const PeriodText = styled.span`
  ${dayPeriod}
`;
