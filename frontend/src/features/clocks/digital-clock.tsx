// The digital clock itself: Tokyo, or a chosen city, in large digits, the map of the world awake, then the cities of the world.
import { useDeferredValue, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { Switch } from '../../components/forms/switch';
import { useHourChoice } from '../../settings/hour-choice';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { color, from, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { CityGrid } from './city-grid';
import { ClockIntro, CityDate, CityHeading, useMainCity } from './main-city';
import { ClockSettings } from './clock-settings';
import { DeviceAccuracy } from './device-accuracy';
import { DigitalCard, Hour12 } from './digital-card';
import { WeatherCredit } from './weather-credit';
import { WeatherLine, WeatherOfDay } from './weather-line';
import { OwnTime } from './world/own-time';
import { useHeldTime } from './world/use-held-time';
import { useOwnPlace } from './world/use-own-place';
import { WorldClock } from './world/world-clock';
import { ZoneClock } from './zone-clock';

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
