// The analog clock itself: Tokyo, or a chosen city, on a large face, then a face for each city of the world.
import { useDeferredValue, useEffect, createContext, memo, use, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import {
  AnalogFace,
  SmallDial,
  analogThemes,
  type AnalogTheme,
} from '../../components/faces/analog-face';
import { ChoiceField } from '../../components/forms/choice-field';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { TextLink } from '../../components/page/site-link';
import type { MessageId } from '../../i18n/messages';
import { storedChoice, useStoredValue } from '../../browser/stored-value';
import { useHourChoice } from '../../settings/hour-choice';
import { localisedPath } from '../../pages/paths';
import { useMinute } from '../../time/synchronised-time';
import { themeFace } from '../../styles/clocks';
import { from, size, space, color } from '../../styles/theme';
import { CityGrid, type CityCardProps } from './city-grid';
import { ClockIntro, CityDate, CityHeading, useMainCity } from './main-city';
import { ClockSettings } from './clock-settings';
import { DeviceAccuracy } from './device-accuracy';
import { WeatherCredit, WeatherLine } from './weather';
import { OwnFace } from './own-face';
import { hasTime } from './world/link';
import { ZoneClock } from './zone-clock';
import { useCardUpdate } from './card-updates';
import { CityName, DayLine, ZoneLine } from './city-card';

const storedAnalogTheme = storedChoice('analog-theme:v1', analogThemes, 'classic');

export function AnalogClock() {
  const { formatMessage } = useIntl();
  const theme = useStoredValue(storedAnalogTheme, 'classic');
  const cardTheme = useDeferredValue(theme);
  const city = useMainCity();

  return (
    <>
      <ToolLead>
        <PageTitle>{formatMessage({ id: 'analogClock.name' })}</PageTitle>
        <ClockIntro>{formatMessage({ id: 'analogClock.intro' })}</ClockIntro>
        <MainClock theme={theme} />
        <ClockSettings city={city} face={{ kind: 'analog', theme }} more={<ConverterLink />}>
          <ThemeChoice theme={theme} />
        </ClockSettings>
      </ToolLead>
      <FaceTheme value={cardTheme}>
        <SmallDial theme={cardTheme}>
          <CityGrid card={AnalogCard} />
        </SmallDial>
      </FaceTheme>
      <WeatherCredit city={city.lookup} />
    </>
  );
}

function MainClock({ theme }: { readonly theme: AnalogTheme }) {
  const hour12 = useHourChoice() !== 'h24';
  const city = useMainCity();
  const minute = useMinute();
  return (
    <Stage>
      <Face>
        <AnalogFace minute={minute} zone={city.zone} place={city.name} theme={theme} />
      </Face>
      <Words>
        <ZoneClock minute={minute} zone={city.zone} hour12={hour12} kind="readout" />
        <CityHeading city={city} />
        <CityDate city={city} minute={minute} />
        <WeatherLine city={city.lookup} wanted kind="main" />
        <DeviceAccuracy />
      </Words>
      <OwnFace city={city} minute={minute} theme={theme} />
    </Stage>
  );
}

/** Times are converted on the digital clock; links with a time lead there. */
function ConverterLink() {
  const { formatMessage, locale } = useIntl();
  const navigate = useNavigate();
  const digital = localisedPath('/digital-clock', locale);
  useEffect(() => {
    const { search } = location;
    if (hasTime(search)) void navigate({ pathname: digital, search }, { replace: true });
  }, [navigate, digital]);
  return <TextLink to={digital}>{formatMessage({ id: 'converter.open' })}</TextLink>;
}

function ThemeChoice({ theme }: { readonly theme: AnalogTheme }) {
  const { formatMessage } = useIntl();
  return (
    <ChoiceField
      legend={formatMessage({ id: 'analogClock.theme' })}
      name="analog-theme"
      columns={3}
      value={theme}
      options={analogThemes.map((value) => ({
        value,
        text: formatMessage({ id: themeNames[value] }),
        drawing: <Sample theme={value} />,
      }))}
      onChoose={storedAnalogTheme.write}
    />
  );
}

const themeNames: Record<AnalogTheme, MessageId> = {
  classic: 'analogClock.classic',
  modern: 'analogClock.modern',
  minimal: 'analogClock.minimal',
};

/** A live face in the button of its design. */
function Sample({ theme }: { readonly theme: AnalogTheme }) {
  const minute = useMinute();
  const city = useMainCity();
  return (
    <SampleFace aria-hidden="true">
      <AnalogFace minute={minute} zone={city.zone} place="" theme={theme} small />
    </SampleFace>
  );
}

/** The design of the page's faces. */
const FaceTheme = createContext<AnalogTheme>('classic');

/** One city on the analog clock page: its face, its time in digits, its day, its weather. */
const AnalogCard = memo(function AnalogCard(props: CityCardProps) {
  const { city } = props;
  const place = useRef<HTMLLIElement>(null);
  const { time, near } = useCardUpdate(place);
  const minute = time?.minute ?? null;
  const theme = use(FaceTheme);
  const hour12 = useHourChoice() !== 'h24';
  return (
    <Card ref={place}>
      <CardFace>
        <AnalogFace minute={minute} zone={city.zone} place={city.name} theme={theme} small />
      </CardFace>
      <CardWords>
        <CityName {...props} />
        <ZoneClock minute={minute} zone={city.zone} hour12={hour12} kind="line" />
        <DayLine zone={city.zone} time={time} />
        <ZoneLine zone={city.zone} minute={minute} />
        {'lookup' in city && <WeatherLine city={city.lookup} wanted={near} kind="narrow" />}
      </CardWords>
    </Card>
  );
});

const SampleFace = styled.span`
  display: block;
  inline-size: ${themeFace};
  margin: ${space[4]} auto;
`;

const Stage = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: ${space[32]};

  ${from.md} {
    grid-template-columns: auto minmax(0, 1fr);
    justify-items: start;
    align-items: center;
    gap: ${space[64]};
  }

  ${from.lg} {
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: ${space[48]};
  }
`;

const Face = styled.div`
  inline-size: ${size.face};
  max-inline-size: 100%;
`;

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
  inline-size: 100%;
`;

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

const CardFace = styled.div`
  inline-size: ${size.faceSmall};
  block-size: ${size.faceSmall};
`;

const CardWords = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  min-inline-size: 0;
`;
