// The weather of a city in one line; the main clock's line reports if there is none.
import { memo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useAway } from '../../api/reachable';
import { useWeather } from '../../api/weather';
import type { WeatherReport } from '../../api/weather-report';
import { Skeleton } from '../../components/lists/skeleton';
import { hiddenWithoutWeather } from '../../styles/hidden-by-root';
import { below, color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { useMainCity } from './main-city';
import { degreeText, temperatureText, useTemperatureUnit } from './temperature';
import { WeatherIcon } from './weather-icon';
import { conditionMessage } from './weather-words';
import { Unseen } from '../../components/page/texts';
import { isoDay } from '../../i18n/time-text';
import { useMinute } from '../../time/synchronised-time';
import { useStill } from '../../time/use-still';

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

const Hideable = styled.div<{ readonly $hidden: boolean }>`
  ${({ $hidden }) => $hidden && 'visibility: hidden;'}
`;

/** The main clock's line, which reports if there is no weather. */
function MainLine({ city }: { readonly city: string }) {
  const { formatMessage } = useIntl();
  const { report, failed } = useWeather(city);
  const late = useStill(true, placeKeptForMs, false);
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
  const late = useStill(true, placeKeptForMs, false);
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
const placeKeptForMs = 3_000;

interface ReportProps {
  readonly report: WeatherReport;
}

function Report({ report }: ReportProps) {
  return (
    <>
      <Now>
        <WeatherIcon icon={report.icon} />
        <Temperature report={report} />
        <Unseen as="span">{comma}</Unseen>
        <Condition>
          <ConditionText report={report} />
        </Condition>
      </Now>
      <Extremes report={report} />
    </>
  );
}

function Temperature({ report }: ReportProps) {
  const intl = useIntl();
  const unit = useTemperatureUnit();
  return <Figure>{temperatureText(intl, report.celsius, unit)}</Figure>;
}

function ConditionText({ report: { code, condition } }: ReportProps) {
  const { formatMessage } = useIntl();
  const message = conditionMessage(code);
  return message === null ? condition : formatMessage({ id: message });
}

function Extremes({ report: { highest, lowest } }: ReportProps) {
  const intl = useIntl();
  const unit = useTemperatureUnit();
  if (highest === null || lowest === null) return null;
  const high = degreeText(intl, highest, unit);
  const low = degreeText(intl, lowest, unit);
  return (
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
  );
}

/** Separates the parts of the line, so that screen readers read it as a sentence. */
const comma = ', ';
/** An arrow and a narrow gap. */
const up = '↑\u202f';
const down = '↓\u202f';

const WideLine = styled.p`
  ${smallText}
  display: flex;
  /* A long condition keeps its line; the temperatures wrap below it. */
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[2]} ${space[8]};
  min-block-size: ${size.weatherIcon};
  color: ${color.inkSoft};
  ${hiddenWithoutWeather}
`;

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
