// One city on the digital clock page: its time, its day, its weather, its sun.
import { createContext, memo, use, useRef } from 'react';
import styled from 'styled-components';
import { color, size, space } from '../../styles/theme';
import { useCardUpdate } from './card-updates';
import { CityName, DayLine, ZoneLine } from './city-card';
import type { CityCardProps } from './city-grid';
import { DayBand } from './day-band';
import { WeatherLine, WeatherOfDay } from './weather-line';
import { ZoneClock } from './zone-clock';

/** Whether the clocks of the page have twelve hours. */
export const Hour12 = createContext(false);

export const DigitalCard = memo(function DigitalCard(props: CityCardProps) {
  const { city } = props;
  const place = useRef<HTMLLIElement>(null);
  const { time, near } = useCardUpdate(place);
  const minute = time?.minute ?? null;
  const hour12 = use(Hour12);
  return (
    <Card ref={place}>
      <Row>
        <CityName {...props} />
        <ZoneClock
          minute={minute}
          isHeld={time?.isHeld === true}
          zone={city.zone}
          hour12={hour12}
          kind="card"
        />
      </Row>
      <DayLine zone={city.zone} time={time} />
      <ZoneLine zone={city.zone} minute={minute} />
      {'lookup' in city && (
        <>
          <Weather>
            <WeatherOfDay held={time?.isHeld === true ? time.minute : null} zone={city.zone}>
              <WeatherLine city={city.lookup} wanted={near} kind="wide" />
            </WeatherOfDay>
          </Weather>
          <DayBand place={city} zone={city.zone} minute={minute} hour12={hour12} />
        </>
      )}
    </Card>
  );
});

/** Contained, so that the changes of each second affect nothing outside of the card. */
const Card = styled.li`
  contain: content;
  display: flex;
  flex-direction: column;
  padding-block: ${space[16]} ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
`;

const Weather = styled.div`
  /* Above the band, also where there is no weather; the bands of a row stand on one line. */
  flex: 1 0 auto;
  margin-block: ${space[8]} ${space[12]};
`;
