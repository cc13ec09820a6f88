// The weather of a city, parsed and checked.
import type { Schemas } from '../model/schemas';
import { isKnownZone } from '../time/zone-identity';

export interface WeatherReport {
  /** The provider's zone for the place; null if it has none that browsers know. */
  readonly zone: string | null;
  readonly celsius: number;
  /** The WMO code of the condition (table 4677); null without one. */
  readonly code: number | null;
  /** The condition in the provider's words. */
  readonly condition: string;
  /** A URL with a host, or a path of this site. */
  readonly icon: string;
  /** Of today in degrees Celsius; null without a forecast. */
  readonly highest: number | null;
  readonly lowest: number | null;
}

/** Parses the report of a city; throws if there is none. */
export function weatherReport(answer: unknown, city: string): WeatherReport {
  if (
    !isRecord<Schemas['Weather']>(answer) ||
    !isRecord<Schemas['WeatherLocation']>(answer.location) ||
    isEmpty(answer.location)
  ) {
    throw new Error(`Empty or invalid location data received from weather API for ${city}`);
  }
  const { location, current, forecast } = answer;
  if (
    !(['name', 'region', 'country', 'tz_id', 'localtime'] as const).every((key) =>
      isText(location[key]),
    ) ||
    !isRecord<Schemas['CurrentWeather']>(current) ||
    !isNumber(current.temp_c) ||
    !isNumber(current.feelslike_c) ||
    !isNumber(current.humidity) ||
    !isRecord<Schemas['WeatherCondition']>(current.condition) ||
    !isText(current.condition.text) ||
    !isText(current.condition.icon) ||
    !isForecast(forecast)
  ) {
    throw new Error(`Invalid data received from weather API for ${city}`);
  }
  const { text, icon, code } = current.condition;
  const today = forecast?.forecastday[0]?.day;
  return {
    zone: knownZone(location.tz_id),
    celsius: current.temp_c,
    code: isNumber(code) ? code : null,
    condition: text,
    icon: icon.startsWith('//') ? `https:${icon}` : icon,
    highest: today?.maxtemp_c ?? null,
    lowest: today?.mintemp_c ?? null,
  };
}

function isForecast(value: unknown): value is Schemas['Forecast'] | undefined | null {
  if (value === undefined || value === null) return true;
  return (
    isRecord<Schemas['Forecast']>(value) &&
    Array.isArray(value.forecastday) &&
    value.forecastday.every(
      (entry: unknown) =>
        isRecord<Schemas['ForecastDay']>(entry) &&
        isRecord<Schemas['Day']>(entry.day) &&
        isNumber(entry.day.maxtemp_c) &&
        isNumber(entry.day.mintemp_c),
    )
  );
}

function knownZone(zone: unknown): string | null {
  return isText(zone) && isKnownZone(zone) ? zone : null;
}

function isRecord<Fields>(
  value: unknown,
): value is Readonly<Partial<Record<keyof Fields, unknown>>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
