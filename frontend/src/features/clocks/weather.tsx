// The weather of a city in one line, with its icon, its words and its temperature, and who is credited for it; the line
// of the main clock reports if there is none.
import { memo, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { useAway } from '../../api/client';
import { useWeather, type WeatherReport } from '../../api/weather';
import { Skeleton } from '../../components/lists/skeleton';
import { hiddenWithoutWeather } from '../../styles/hidden';
import { clockSize } from '../../styles/clocks';
import { below, color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { useMainCity } from './main-city';
import { Unseen } from '../../components/page/texts';
import { isoDay } from '../../time/zone-offset';
import { useMinute } from '../../time/synchronised-time';
import { useDebounced } from '../../time/use-debounced';
import type { MessageId } from '../../i18n/messages';
import { storedChoice, useStoredValue } from '../../browser/stored-value';

interface WeatherLineProps {
  /** `City,Country`. */
  readonly city: string;
  /** Whether to fetch it yet. */
  readonly wanted: boolean;
  readonly kind: WeatherKind;
}

/**
 * Of the page's main clock, of a wide card, or of a narrow one, whose highest and lowest temperatures are on a line of
 * their own.
 */
type WeatherKind = 'main' | 'wide' | 'narrow';

/** The weather of a city in one line; the main clock's line reports if there is none. */
export const WeatherLine = memo(function WeatherLine({ city, wanted, kind }: WeatherLineProps) {
  const Line = lines[kind];
  if (!wanted) {
    return (
      <Line>
        <Skeleton $width={widths[kind]} $still />
      </Line>
    );
  }
  return kind === 'main' ? <MainLine city={city} /> : <CardLine city={city} kind={kind} />;
});

interface WeatherOfDayProps {
  /** The time that is held instead of the present one; null if none is. */
  readonly held: number | null;
  readonly zone: string;
  readonly children: ReactNode;
}

/** The weather is today's: below another day's date it is hidden, and keeps its place. */
export function WeatherOfDay({ held, zone, children }: WeatherOfDayProps) {
  const now = useMinute();
  const isToday = held === null || now === null || isoDay(held, zone) === isoDay(now, zone);
  return <Hideable $hidden={!isToday}>{children}</Hideable>;
}

function MainLine({ city }: { readonly city: string }) {
  const { formatMessage } = useIntl();
  const { report, failed } = useWeather(city);
  const late = useDebounced(true, placeholderMs, false);
  const away = useAway();
  return (
    <LargeLine>
      {report !== undefined ? (
        <Report report={report} />
      ) : failed || late ? (
        formatMessage({ id: away ? 'weather.away' : 'weather.none' })
      ) : (
        <Skeleton $width={widths.main} />
      )}
    </LargeLine>
  );
}

interface CardLineProps {
  readonly city: string;
  readonly kind: 'wide' | 'narrow';
}

/**
 * A card fetches its weather once the main clock has its own; if that fails, the cards neither fetch nor report
 * anything.
 */
function CardLine({ city, kind }: CardLineProps) {
  const main = useWeather(useMainCity().lookup);
  const { report, failed } = useWeather(main.report === undefined ? null : city);
  const late = useDebounced(true, placeholderMs, false);
  const Line = lines[kind];
  return (
    <Line>
      {report !== undefined ? (
        <Report report={report} />
      ) : (
        !(main.failed || failed || late) && <Skeleton $width={widths[kind]} />
      )}
    </Line>
  );
}

const widths = { main: '16em', wide: '100%', narrow: '100%' };

/** After this long without weather its place is empty; weather that comes later is still shown. */
const placeholderMs = 3_000;

function Report({ report }: { readonly report: WeatherReport }) {
  const intl = useIntl();
  const unit = useTemperatureUnit();
  const { code, condition, highest, lowest } = report;
  const message = conditionMessage(code);
  const [high, low] = [highest, lowest].map((one) => one !== null && degreeText(intl, one, unit));
  return (
    <>
      <Now>
        <WeatherIcon icon={report.icon} />
        <Figure>{temperatureText(intl, report.celsius, unit)}</Figure>
        <Unseen as="span">{comma}</Unseen>
        <Condition>{message === null ? condition : intl.formatMessage({ id: message })}</Condition>
      </Now>
      {high && low && (
        <Pair>
          <Unseen as="span">
            {comma}
            <FormattedMessage id="weather.highest" values={{ temperature: high }} />
            {comma}
            <FormattedMessage id="weather.lowest" values={{ temperature: low }} />
          </Unseen>
          <span aria-hidden="true">{up + high}</span>
          <span aria-hidden="true">{down + low}</span>
        </Pair>
      )}
    </>
  );
}

/** Separates the parts of the line, so that screen readers read it as a sentence. */
const comma = ', ';
/** An arrow and a narrow gap. */
const up = '↑\u202f';
const down = '↓\u202f';

/** Has the same height before and after the weather is known, whatever the text. */
const LargeLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[16]};
  min-block-size: 1lh;
  color: ${color.inkSoft};
  ${hiddenWithoutWeather}

  ${below.lg} {
    display: block;
    min-block-size: calc(2lh + ${space[4]});

    > * + * {
      margin-block-start: ${space[4]};
    }
  }
`;

const WideLine = styled.p`
  ${smallText}
  display: flex;
  /* A long condition keeps its line; the temperatures wrap below it. */
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[2]} ${space[8]};
  min-block-size: ${clockSize.weatherIcon};
  color: ${color.inkSoft};
  ${hiddenWithoutWeather}
`;

/** Has the same height before and after the weather is known. */
const NarrowLine = styled.p`
  ${smallText}
  min-block-size: calc(2lh + ${space[2]});
  color: ${color.inkSoft};
  ${hiddenWithoutWeather}

  > * + * {
    margin-block-start: ${space[2]};
  }
`;

const lines = { main: LargeLine, wide: WideLine, narrow: NarrowLine };

const conditions: Readonly<Record<number, MessageId>> = {
  0: 'weather.clear',
  1: 'weather.mostlyClear',
  2: 'weather.partlyCloudy',
  3: 'weather.overcast',
  45: 'weather.fog',
  48: 'weather.rimeFog',
  51: 'weather.drizzleLight',
  53: 'weather.drizzle',
  55: 'weather.drizzleHeavy',
  56: 'weather.drizzleFreezing',
  57: 'weather.drizzleFreezing',
  61: 'weather.rainLight',
  63: 'weather.rain',
  65: 'weather.rainHeavy',
  66: 'weather.rainFreezing',
  67: 'weather.rainFreezing',
  71: 'weather.snowLight',
  73: 'weather.snow',
  75: 'weather.snowHeavy',
  77: 'weather.snowGrains',
  80: 'weather.showersLight',
  81: 'weather.showers',
  82: 'weather.showersHeavy',
  85: 'weather.snowShowers',
  86: 'weather.snowShowersHeavy',
  95: 'weather.thunder',
  96: 'weather.thunderHail',
  99: 'weather.thunderHail',
};

/** The text for a code; null for one that no forecast uses. */
export function conditionMessage(code: number | null): MessageId | null {
  return code === null ? null : (conditions[code] ?? null);
}

/** Whether an icon is one of this site's own, which are used for Open-Meteo's weather. */
function isOwnIcon(icon: string): boolean {
  return icon.startsWith('/icons/');
}

/** The icon of a condition: our own files in the colour of the text, a provider's unchanged. */
function WeatherIcon({ icon }: { readonly icon: string }) {
  if (isOwnIcon(icon)) {
    return <Shape aria-hidden="true" style={{ maskImage: `url(${JSON.stringify(icon)})` }} />;
  }
  return <Picture src={icon} alt="" />;
}

/** Shown as soon as the main clock's weather is; the cards' comes from the same provider. */
export function WeatherCredit({ city }: { readonly city: string }) {
  const { formatMessage } = useIntl();
  const { report } = useWeather(city);
  return (
    <Credit>
      {report !== undefined &&
        (isOwnIcon(report.icon) ? (
          <CreditLink href="https://open-meteo.com/">
            {formatMessage({ id: 'weather.openMeteo' })}
          </CreditLink>
        ) : (
          <CreditLink href="https://www.weatherapi.com/">
            {formatMessage({ id: 'weather.weatherApi' })}
          </CreditLink>
        ))}
    </Credit>
  );
}

export const temperatureUnits = ['celsius', 'fahrenheit'] as const;
type TemperatureUnit = (typeof temperatureUnits)[number];

export const storedUnit = storedChoice('temperature-unit:v1', temperatureUnits, 'celsius');

export function useTemperatureUnit(): TemperatureUnit {
  return useStoredValue(storedUnit, 'celsius');
}

/** `14°C`, as the language writes it. */
export function temperatureText(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  const written = { integer: figure(intl, celsius, unit), unit: unitSign(intl, unit) };
  // Formatted like zero, because CLDR's Turkish has a space before the unit only for 1.
  return intl
    .formatNumberToParts(0, { style: 'unit', unit })
    .map(({ type, value }) => (type === 'integer' || type === 'unit' ? written[type] : value))
    .join('');
}

/**
 * `°C`, after a number or alone. Not taken from `Intl`: in Hindi that is an unusual abbreviation such as 14°फ़ेरन, and
 * a page that was built elsewhere must have the same text as the browser.
 */
export function unitSign({ locale }: IntlShape, unit: TemperatureUnit): string {
  return (locale === 'ar' ? arabicSigns : latinSigns)[unit];
}

const latinSigns: Record<TemperatureUnit, string> = { celsius: '°C', fahrenheit: '°F' };
/** The degree sign would be moved to the right with the digits, away from its letter. */
const arabicSigns: Record<TemperatureUnit, string> = {
  celsius: '\u200f°م',
  fahrenheit: '\u200f°ف',
};

/** `14°`, beside a temperature with the unit. */
export function degreeText(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  return `${figure(intl, celsius, unit)}°`;
}

/** With a minus sign: the hyphen of `Intl` is short, and some screen readers skip it. */
function figure(intl: IntlShape, celsius: number, unit: TemperatureUnit): string {
  return intl.formatNumber(degrees(celsius, unit)).replace('-', '\u2212');
}

/** Whole degrees; never minus zero. */
function degrees(celsius: number, unit: TemperatureUnit): number {
  return Math.round(unit === 'celsius' ? celsius : celsius * 1.8 + 32) + 0;
}

const Hideable = styled.div<{ readonly $hidden: boolean }>`
  ${({ $hidden }) => $hidden && 'visibility: hidden;'}
`;

const Now = styled.span`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-inline-size: 0;
`;

const Figure = styled.span`
  color: ${color.ink};
  white-space: nowrap;
`;

const Condition = styled.span`
  overflow-wrap: anywhere;
`;

const Pair = styled.span`
  flex: none;
  display: flex;
  gap: ${space[8]};
  white-space: nowrap;
`;

const Shape = styled.span`
  flex: none;
  inline-size: ${clockSize.weatherIcon};
  block-size: ${clockSize.weatherIcon};
  background: currentcolor;
  mask-repeat: no-repeat;
  mask-size: contain;
`;

const Picture = styled.img`
  flex: none;
  inline-size: ${clockSize.weatherIcon};
  block-size: ${clockSize.weatherIcon};
`;

const Credit = styled.p`
  ${smallText}
  display: flex;
  align-items: center;
  min-block-size: ${size.touch};
  ${hiddenWithoutWeather}
`;

const CreditLink = styled.a`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  color: ${color.inkSoft};
`;
