// The preview of the digital clock: the time in two countries with other times than the visitor's.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { DayTime } from '../../components/faces/day-time';
import { Skeleton } from '../../components/lists/skeleton';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { color, space } from '../../styles/theme';
import { smallText, twinDigits } from '../../styles/type';

export function DigitalMiniature() {
  const intl = useIntl();
  const clock = useVisitorClock();
  const minute = useMinute();
  const zone = useVisitorZone();
  if (minute === null || zone === null) return <Skeleton $width="8ch" />;

  const here = clock.text(minute, zone);
  const clocks = places
    .map((place) => ({
      name: intl.formatDisplayName(place.region, { type: 'region' }) ?? place.region,
      time: clock.text(minute, place.zone),
      parts: clock.parts(minute, place.zone),
    }))
    .filter(({ time }) => time !== here)
    .slice(0, 2);
  const words = intl.formatList(clocks.map(({ name, time }) => `${name} ${time}`));
  return (
    <Clocks role="img" aria-label={words}>
      {clocks.map(({ name, parts }) => (
        <Clock key={name}>
          <Place>{name}</Place>
          <Digits>
            <DayTime {...parts} />
          </Digits>
        </Clock>
      ))}
    </Clocks>
  );
}

/** Countries with a single time zone, so that the country's name is enough. */
const places = [
  { zone: 'Asia/Tokyo', region: 'JP' },
  { zone: 'Europe/Paris', region: 'FR' },
  { zone: 'Asia/Kolkata', region: 'IN' },
] as const;

const Clocks = styled.div`
  display: grid;
  gap: ${space[8]};
  min-inline-size: 0;
`;

const Clock = styled.span`
  display: grid;

  & + & {
    color: ${color.inkSoft};
  }
`;

const Place = styled.span`
  ${smallText}
  overflow: hidden;
  color: ${color.inkSoft};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Digits = styled.span`
  ${twinDigits}
`;
