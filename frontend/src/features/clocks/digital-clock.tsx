// The digital clock itself: Tokyo, or a chosen city, in large digits, the map of the world awake, the visitor's own
// time to be moved, then the cities of the world.
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
  createContext,
  memo,
  use,
  useRef,
} from 'react';
import { useIntl, FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { flushSync } from 'react-dom';
import { PageTitle, ToolLead } from '../../components/page/page-column';
import { Switch } from '../../components/forms/switch';
import { useHourChoice } from '../../settings/choices';
import { useMinute } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { color, from, space, size } from '../../styles/theme';
import { smallText, leadText } from '../../styles/type';
import { CityGrid, type CityCardProps } from './city-grid';
import { ClockIntro, CityDate, CityHeading, useMainCity } from './main-city';
import { ClockSettings } from './clock-settings';
import { DeviceAccuracy } from './device-accuracy';
import { WeatherCredit, WeatherLine, WeatherOfDay } from './weather';
import { useHeldTime, atTime, placeInDay } from './world/held-time';
import { useOwnPlace } from './world/map-cities';
import { WorldClock } from './world/world-clock';
import { ZoneClock } from './zone-clock';
import { useCardUpdate } from './card-updates';
import { CityName, DayLine, ZoneLine } from './city-card';
import { DayBand } from './daylight';
import { timeOfDayText } from '../../i18n/clock-time';
import { zoneOffset, isoDay } from '../../time/zone-offset';
import { useTypedReader } from '../../typed/load';
import type { TypedReader } from '../../typed/reader';
import { underlined } from '../../styles/underlined';
import { ownTimeDigits, worldSize } from '../../styles/world';

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
          <Row>
            <HoursLabel aria-hidden="true">
              {formatMessage({ id: 'digitalClock.hours24' })}
            </HoursLabel>
            <Switch
              label={formatMessage({ id: 'digitalClock.hours24' })}
              checked={!hour12}
              onChange={setSwitched}
            />
          </Row>
        </ClockSettings>
      </ToolLead>
      <Hour12 value={useDeferredValue(hour12)}>
        <CityGrid card={DigitalCard} held={held} />
      </Hour12>
      <WeatherCredit city={city.lookup} />
    </>
  );
}

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

interface OwnTimeProps {
  /** The time that is held, or the running minute; null before hydration. */
  readonly instant: number | null;
  readonly isHeld: boolean;
  readonly zone: string;
  readonly place: string;
  readonly hour12: boolean;
  readonly onHold: (instant: number) => void;
  readonly onLetGo: () => void;
}

function OwnTime(props: OwnTimeProps) {
  const { instant, isHeld, place } = props;
  return (
    <Line>
      {instant !== null && (
        <FormattedMessage
          id={isHeld ? 'converter.when' : 'converter.present'}
          values={{
            time: <Field key="time" {...props} instant={instant} />,
            place: <bdi key="place">{place}</bdi>,
          }}
        />
      )}
    </Line>
  );
}

function Field({ instant, zone, hour12, onHold, onLetGo }: OwnTimeProps & { instant: number }) {
  const intl = useIntl();
  const { reader, load } = useTypedReader();
  const input = useRef<HTMLInputElement>(null);
  /** The text before anything was typed. */
  const atFocus = useRef('');
  /** What was typed, and the instant that it means. */
  const [typed, setTyped] = useState<{ text: string; instant: number | null } | null>(null);
  const [isWrong, setWrong] = useState(false);
  const written = timeOfDayText(intl, instant, zoneOffset(instant, zone), hour12);
  // Moved by the hand meanwhile: what was typed is no longer the time.
  const isTyped = typed !== null && (typed.instant === null || typed.instant === instant);
  const text = isTyped ? typed.text : written;

  // What was typed meanwhile, once later keys are read, too.
  const readEarly = useEffectEvent((loaded: TypedReader) => {
    const early = input.current?.value ?? '';
    if (early !== atFocus.current) read(early, loaded);
  });
  useEffect(() => {
    if (reader !== null) readEarly(reader);
  }, [reader]);

  function meant(text: string, by: TypedReader): number | null {
    const now = placeInDay(instant, zone).minutes;
    const { row } = by.time(text, { hour12, now, today: isoDay(instant, zone) });
    return row === null ? null : atTime(row, instant, zone);
  }

  function read(text: string, by: TypedReader | null) {
    const time = by === null ? null : meant(text, by);
    setTyped({ text, instant: time });
    setWrong(false);
    if (time !== null) onHold(time);
  }

  return (
    <Input
      ref={input}
      type="text"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      aria-label={intl.formatMessage({ id: 'converter.time' })}
      aria-invalid={isWrong || undefined}
      style={{ inlineSize: `${Math.max(widthOf(text), widthOf(written))}ch` }}
      value={text}
      onFocus={({ target }) => {
        atFocus.current = target.value;
        if (reader === null) void load();
        target.select();
      }}
      onBlur={() => {
        setTyped(null);
        setWrong(false);
      }}
      onChange={({ target }) => {
        read(target.value, reader);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          setTyped(null);
          setWrong(false);
          onLetGo();
        }
        if (event.key === 'Enter' && isTyped) {
          setWrong(typed.instant === null);
          // As the site writes it.
          if (typed.instant !== null) {
            flushSync(() => {
              setTyped(null);
            });
            event.currentTarget.select();
          }
        }
      }}
    />
  );
}

/** In digits; a colon is narrower than a digit. */
function widthOf(text: string): number {
  return text.replaceAll(':', '').length + 0.8;
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

/** Keeps its height from the first render on. */
const Line = styled.p`
  ${leadText}
  min-block-size: ${worldSize.ownTime};
  color: ${color.inkSoft};

  ${from.xl} {
    text-align: end;
  }
`;

const Input = styled.input`
  ${ownTimeDigits}
  ${underlined}
  margin-inline: ${space[8]};
  padding: 0 0 ${space[4]};
`;
