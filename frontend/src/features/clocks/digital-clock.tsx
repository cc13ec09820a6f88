// The digital clock itself: Tokyo in large digits, then the cities of the world.
import { useDeferredValue, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { Switch } from '../../components/forms/switch';
import { useHourChoice } from '../../settings/hour-choice';
import { useMinute } from '../../time/synchronised-time';
import { color, from, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { CityGrid } from './city-grid';
import { ClockIntro } from './clock-intro';
import { ClockSettings } from './clock-settings';
import { DayBand } from './day-band';
import { DeviceAccuracy } from './device-accuracy';
import { DigitalCard, Hour12 } from './digital-card';
import { CityDate, CityHeading, useMainCity } from './main-city';
import { WeatherCredit } from './weather-credit';
import { WeatherLine } from './weather-line';
import { ZoneClock } from './zone-clock';

export function DigitalClock() {
  const { formatMessage } = useIntl();
  const hours = useHourChoice();
  /** The page's own switch; null until somebody uses it. */
  const [switched, setSwitched] = useState<boolean | null>(null);
  const hour24 = switched ?? hours !== 'h12';
  const city = useMainCity();

  return (
    <>
      <ToolLead>
        <PageTitle>
          <FormattedMessage id="digitalClock.name" />
        </PageTitle>
        <ClockIntro>
          <FormattedMessage id="digitalClock.intro" />
        </ClockIntro>
        <MainClock hour12={!hour24} />
        <ClockSettings city={city} face={{ kind: 'digital', hour12: !hour24 }}>
          <HoursSetting>
            <HoursLabel aria-hidden="true">
              <FormattedMessage id="digitalClock.hours24" />
            </HoursLabel>
            <Switch
              label={formatMessage({ id: 'digitalClock.hours24' })}
              checked={hour24}
              onChange={setSwitched}
            />
          </HoursSetting>
        </ClockSettings>
      </ToolLead>
      <Hour12 value={useDeferredValue(!hour24)}>
        <CityGrid card={DigitalCard} />
      </Hour12>
      <WeatherCredit city={city.lookup} />
    </>
  );
}

function MainClock({ hour12 }: { readonly hour12: boolean }) {
  const city = useMainCity();
  const minute = useMinute();
  return (
    <>
      <CityHeading city={city} />
      <ZoneClock minute={minute} zone={city.zone} hour12={hour12} kind="main" />
      <Below>
        <div>
          <CityDate city={city} minute={minute} />
          <WeatherLine city={city.lookup} wanted kind="main" />
        </div>
        <DeviceAccuracy />
      </Below>
      <DayBand place={city} zone={city.zone} minute={minute} hour12={hour12} />
    </>
  );
}

const Below = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-block: ${space[16]} ${space[24]};

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

  /* Its name above it, as the setting beside it has. */
  ${from.sm} {
    display: grid;
    justify-items: start;
    gap: ${space[4]};
  }
`;

const HoursLabel = styled.span`
  ${from.sm} {
    ${smallText}
    color: ${color.inkSoft};
  }
`;
