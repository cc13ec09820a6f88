// A time of day in digits, on a 12-hour clock with am or pm.
import styled from 'styled-components';
import type { ClockParts } from '../../i18n/clock-time';
import { dayPeriod } from '../../styles/clocks';
import { space } from '../../styles/theme';

/** A time of day; the container sets the type of the digits. */
export function DayTime({ minutes, period }: ClockParts) {
  if (period === null) return minutes;
  return (
    <Line>
      {period.leads && <Period>{period.text}</Period>}
      <span>{minutes}</span>
      {!period.leads && <Period>{period.text}</Period>}
    </Line>
  );
}

const Line = styled.span`
  display: inline-flex;
  align-items: baseline;
  column-gap: ${space[8]};
  white-space: nowrap;

  /* Digits run from left to right; am and pm follow the language. */
  [dir='rtl'] & {
    direction: rtl;
  }
`;

const Period = styled.span`
  ${dayPeriod}
`;
