// The analog clock itself: Tokyo, or a chosen city, on a large face, beside it the same instant in the visitor's own
// zone or the day of the city, then a face for each city of the world.
import { useDeferredValue, useEffect, createContext, memo, use, useRef, useMemo } from 'react';
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
import { useHourChoice } from '../../settings/choices';
import { localisedPath } from '../../pages/paths';
import { useMinute } from '../../time/synchronised-time';
import { themeFace, ownFace, clockSize } from '../../styles/clocks';
import { from, size, space, color } from '../../styles/theme';
import { CityGrid, type CityCardProps } from './city-grid';
import { ClockIntro, CityDate, CityHeading, useMainCity } from './main-city';
import { ClockSettings } from './clock-settings';
import { DeviceAccuracy } from './device-accuracy';
import { WeatherCredit, WeatherLine } from './weather';
import { hasTime } from './world/held-time';
import { ZoneClock } from './zone-clock';
import { useCardUpdate } from './card-updates';
import { CityName, DayLine, ZoneLine } from './city-card';
import { DottedParts } from '../../components/page/dotted-parts';
import type { City } from '../../i18n/cities';
import { smallText } from '../../styles/type';
import { useVisitorZone } from '../../time/visitor-zone';
import { zoneOffset } from '../../time/zone-offset';
import { differenceText } from './day-difference';
import { useOwnPlace } from './world/map-cities';
import { placeAt, ray, DialNumber } from '../../components/faces/dials';
import { daylightOf, type Light, localDay, daylightText } from './daylight';
import { dayMs } from '../../model/time-of-day';

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

interface OwnFaceProps {
  readonly city: City;
  /** The running minute; null before hydration. */
  readonly minute: number | null;
  readonly theme: AnalogTheme;
}

/** Only where there is room for it, which is kept from the first render on. */
function OwnFace({ city, minute, theme }: OwnFaceProps) {
  const intl = useIntl();
  const own = useOwnPlace(useVisitorZone());
  if (minute === null || own === null) return <Place />;
  const ownOffset = zoneOffset(minute, own.zone);
  const cityOffset = zoneOffset(minute, city.zone);
  if (ownOffset === cityOffset) {
    return (
      <Place>
        <SunDial city={city} minute={minute} />
      </Place>
    );
  }
  return (
    <Place>
      <AnalogFace minute={minute} zone={own.zone} place={own.name} theme={theme} />
      <FaceWords>
        <DottedParts parts={[own.name, differenceText(intl, ownOffset, cityOffset)]} />
      </FaceWords>
    </Place>
  );
}

interface SunDialProps {
  readonly city: City;
  readonly minute: number;
}

/** A city's day as a dial of 24 hours with noon at the top: its quarter hours by their light, and the present time. */
function SunDial({ city, minute }: SunDialProps) {
  const intl = useIntl();
  const hour12 = useHourChoice() !== 'h24';
  const { from, until } = localDay(minute, city.zone);
  const daylight = useMemo(() => daylightOf(city, from, until), [city, from, until]);
  const paths = useMemo(() => ticksOf(daylight.spans, from, until), [daylight, from, until]);
  const now = (((minute + zoneOffset(minute, city.zone)) % dayMs) / dayMs + 0.5) * 60;
  return (
    <Dial
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={daylightText(intl, daylight, city.zone, hour12)}
    >
      {lights.map((light) => (
        <Ticks key={light} d={paths[light]} $light={light} />
      ))}
      {[0, 6, 12, 18].map((hour) => (
        <DialNumber key={hour} {...placeAt((hour / 24 + 0.5) * 60, 62)} dy={5} fontSize={15}>
          {hour12 ? hour % 12 || 12 : hour}
        </DialNumber>
      ))}
      <path d={ray(now, 74, 99)} stroke={color.accent} strokeWidth={2.4} />
    </Dial>
  );
}

const quarterMs = 900_000;
const lights = ['night', 'twilight', 'day'] as const;
/** Height carries the meaning, as on the map of the world. */
const inner: Record<Light, number> = { day: 80, twilight: 88, night: 95 };

/** The quarter hours of each light as one path. */
function ticksOf(
  spans: readonly { readonly light: Light; readonly from: number; readonly until: number }[],
  from: number,
  until: number,
): Record<Light, string> {
  const paths: Record<Light, string> = { night: '', twilight: '', day: '' };
  for (let instant = from; instant < until; instant += quarterMs) {
    const light = spans.find((span) => instant < span.until)?.light ?? 'night';
    const turn = ((instant - from) / (until - from) + 0.5) * 60;
    paths[light] += ray(turn, inner[light], 98);
  }
  return paths;
}

const inks: Record<Light, string> = {
  night: color.controlLine,
  twilight: color.inkSoft,
  day: color.ink,
};

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
  inline-size: ${clockSize.face};
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
  grid-template-columns: ${clockSize.faceSmall} minmax(0, 1fr);
  gap: ${space[24]};
  align-items: start;
  padding-block: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const CardFace = styled.div`
  inline-size: ${clockSize.faceSmall};
  block-size: ${clockSize.faceSmall};
`;

const CardWords = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  min-inline-size: 0;
`;

const Place = styled.div`
  display: none;

  ${from.lg} {
    display: grid;
    gap: ${space[16]};
    inline-size: ${ownFace};
    min-block-size: ${ownFace};
  }
`;

const FaceWords = styled.div`
  ${smallText}
  justify-self: center;
  color: ${color.inkSoft};
  text-align: center;
`;

const Dial = styled.svg`
  inline-size: 100%;
  aspect-ratio: 1;
  fill: none;
  overflow: visible;
  /* A dial runs clockwise in every language. */
  direction: ltr;
`;

const Ticks = styled.path<{ readonly $light: Light }>`
  stroke: ${({ $light }) => inks[$light]};
  stroke-width: 1.6;
`;
