// The time of a row of the day, in large digits, with am or pm beside them.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../../components/page/texts';
import { clockParts } from '../../../i18n/clock-time';
import { space } from '../../../styles/theme';
import { rowTime } from '../../../styles/world';
import { zoneOffset } from '../../../time/zone-offset';

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
    <Time>
      {period?.leads === true && <SmallPrint as="span">{period.text}</SmallPrint>}
      <Digits dateTime={clockParts(intl, instant, offset, false).minutes}>{minutes}</Digits>
      {period?.leads === false && <SmallPrint as="span">{period.text}</SmallPrint>}
    </Time>
  );
}

const Time = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: ${space[8]};
  justify-self: end;
  white-space: nowrap;
`;

const Digits = styled.time`
  ${rowTime}
`;
