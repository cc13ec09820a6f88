// The digital clock itself: Tokyo, or a chosen city, in large digits, the map of the world awake, then the cities of the world.
import { useDeferredValue, useState, createContext, memo, use, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { Switch } from '../../components/forms/switch';
import { useHourChoice } from '../../settings/hour-choice';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { color, from, space, size } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { CityGrid, type CityCardProps } from './city-grid';
import { ClockIntro, CityDate, CityHeading, useMainCity } from './main-city';
import { ClockSettings } from './clock-settings';
import { DeviceAccuracy } from './device-accuracy';
import { WeatherCredit, WeatherLine, WeatherOfDay } from './weather';
import { OwnTime } from './world/own-time';
import { useHeldTime } from './world/use-held-time';
import { useOwnPlace } from './world/map-cities';
import { WorldClock } from './world/world-clock';
import { ZoneClock } from './zone-clock';
import { useCardUpdate } from './card-updates';
import { CityName, DayLine, ZoneLine } from './city-card';
import { DayBand } from './daylight';

export function DigitalClock() {
  const { formatMessage } = useIntl();
  const hours = useHourChoice();
  /** The page's own switch; null until somebody uses it. */
  const [switched, setSwitched] = useState<boolean | null>(null);
  const hour12 = !(switched ?? hours !== 'h12');
  const city = useMainCity();
  const now = useMinute();
  const zone = useVisitorZone();
  const { held, hold, letGo } = useHeldTime(now, zone);
  const instant = held ?? now;
  const isHeld = held !== null;
  const own = useOwnPlace(zone);

  return (
    <>
      <ToolLead>
        <PageTitle>{formatMessage({ id: 'digitalClock.name' })}</PageTitle>
        <ClockIntro>{formatMessage({ id: 'digitalClock.intro' })}</ClockIntro>
        <Head>
          <div>
            <CityHeading city={city} />
            <ZoneClock
              minute={instant}
              isHeld={isHeld}
              zone={city.zone}
              hour12={hour12}
              kind="main"
            />
          </div>
          <OwnTime
            instant={instant}
            isHeld={isHeld}
            zone={zone ?? ''}
            place={own?.name ?? ''}
            hour12={hour12}
            onHold={hold}
            onLetGo={letGo}
          />
        </Head>
        <Below>
          <div>
            <CityDate city={city} minute={instant} />
            <WeatherOfDay held={held} zone={city.zone}>
              <WeatherLine city={city.lookup} wanted kind="main" />
            </WeatherOfDay>
          </div>
          <DeviceAccuracy />
        </Below>
        <WorldClock {...{ own, instant, now, hour12 }} onHold={hold} onLetGo={letGo} />
        <ClockSettings city={city} face={{ kind: 'digital', hour12 }}>
          <HoursSetting>
            <HoursLabel aria-hidden="true">
              {formatMessage({ id: 'digitalClock.hours24' })}
            </HoursLabel>
            <Switch
              label={formatMessage({ id: 'digitalClock.hours24' })}
              checked={!hour12}
              onChange={setSwitched}
            />
          </HoursSetting>
        </ClockSettings>
      </ToolLead>
      <Hour12 value={useDeferredValue(hour12)}>
        <CityGrid card={DigitalCard} held={held} />
      </Hour12>
      <WeatherCredit city={city.lookup} />
    </>
  );
}

/** Whether the clocks of the page have twelve hours. */
const Hour12 = createContext(false);

/** One city on the digital clock page: its time, its day, its weather, its sun. */
const DigitalCard = memo(function DigitalCard(props: CityCardProps) {
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

/** The digits, and the visitor's own time beside them, or below where there may be no room. */
const Head = styled.div`
  display: grid;
  gap: ${space[16]} ${space[32]};

  ${from.xl} {
    grid-template-columns: auto minmax(0, 1fr);
    align-items: end;
  }
`;

const Below = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-block-start: ${space[16]};

  ${from.lg} {
    grid-template-columns: 1fr auto;
    align-items: end;

    /* What is said of the device stands at the page's edge. */
    > :last-child {
      justify-items: end;
    }
  }
`;

const HoursSetting = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
`;

const HoursLabel = styled.span`
  ${from.sm} {
    ${smallText}
    color: ${color.inkSoft};
  }
`;

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
