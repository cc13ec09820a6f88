// One city on the analog clock page: its face, its time in digits, its day, its weather.
import { createContext, memo, use, useRef } from 'react';
import styled from 'styled-components';
import { AnalogFace } from '../../components/faces/analog-face';
import type { AnalogTheme } from '../../components/faces/analog-theme';
import { useHourChoice } from '../../settings/hour-choice';
import { color, size, space } from '../../styles/theme';
import { useCardUpdate } from './card-updates';
import { CityName, DayLine, ZoneLine } from './city-card';
import type { CityCardProps } from './city-grid';
import { WeatherLine } from './weather-line';
import { ZoneClock } from './zone-clock';

/** The design of the page's faces. */
export const FaceTheme = createContext<AnalogTheme>('classic');

export const AnalogCard = memo(function AnalogCard(props: CityCardProps) {
  const { city } = props;
  const place = useRef<HTMLLIElement>(null);
  const { time, near } = useCardUpdate(place);
  const minute = time?.minute ?? null;
  const theme = use(FaceTheme);
  const hour12 = useHourChoice() !== 'h24';
  return (
    <Card ref={place}>
      <Face>
        <AnalogFace minute={minute} zone={city.zone} place={city.name} theme={theme} small />
      </Face>
      <Words>
        <CityName {...props} />
        <ZoneClock minute={minute} zone={city.zone} hour12={hour12} kind="line" />
        <DayLine zone={city.zone} time={time} />
        <ZoneLine zone={city.zone} minute={minute} />
        {'lookup' in city && <WeatherLine city={city.lookup} wanted={near} kind="narrow" />}
      </Words>
    </Card>
  );
});

/** Contained, so that the changes of each second affect nothing outside of the card. */
const Card = styled.li`
  contain: content;
  display: grid;
  grid-template-columns: ${size.faceSmall} minmax(0, 1fr);
  gap: ${space[24]};
  align-items: start;
  padding-block: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Face = styled.div`
  inline-size: ${size.faceSmall};
  block-size: ${size.faceSmall};
`;

const Words = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  min-inline-size: 0;
`;
