// The time now on a 12-hour clock, with am or pm beside its digits.
import styled from 'styled-components';
import { secondDigits, useVisitorClock } from '../../i18n/clock-time';
import { clockText } from '../../time/zone-offset';
import { withPeriod, dayPeriod, mainDigitsWithPeriod } from '../../styles/clocks';
import { color, space } from '../../styles/theme';
import { mainDigits, widthOfTime } from '../../styles/type';

interface TwelveHourDigitsProps {
  readonly second: number;
  readonly zone: string;
}

export function TwelveHourDigits({ second, zone }: TwelveHourDigitsProps) {
  const { minutes, period } = useVisitorClock().parts(second, zone);
  const shown = `${minutes}:${secondDigits(second)}`;
  return (
    <Line>
      {period?.leads === true && <Period text={period.text} />}
      <Digits dateTime={clockText(second, zone)} translate="no">
        {shown}
      </Digits>
      {period?.leads === false && <Period text={period.text} />}
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

/** Digits and am or pm on one line, never broken. */
const Line = styled.span`
  ${withPeriod}
  display: flex;
  align-items: baseline;
  gap: ${space[8]};
  white-space: nowrap;
`;

const Digits = styled.time`
  ${mainDigits}
  ${mainDigitsWithPeriod}
  display: block;
  inline-size: fit-content;
  ${widthOfTime}
`;

const PeriodFrame = styled.span`
  ${mainDigits}
  margin: 0;
  color: ${color.inkSoft};
`;

const PeriodText = styled.span`
  ${dayPeriod}
`;
