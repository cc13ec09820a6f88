// The weather of one city: fetched when it is needed and every five minutes after that. Failures are silent: if the
// server has no weather, at once; otherwise when the last report is an hour old.
import useSWR, { type SWRConfiguration } from 'swr';
import { useSiteConfig } from '../browser/site-config';
import { requestOnce } from './client';
import { ProblemError } from './problem-error';
import type { Schemas } from '../model/types';
import { isKnownZone } from '../time/zone-identity';

interface WeatherState {
  /** Undefined until it is known. */
  readonly report: WeatherReport | undefined;
  /** True if there will be no report for now. */
  readonly failed: boolean;
}

/** The weather of `City,Country`; null for none. If the server has no weather at all, no requests are made. */
export function useWeather(city: string | null): WeatherState {
  const { weatherProvider } = useSiteConfig();
  const { data, error } = useSWR<Received, NotReceived>(
    weatherProvider === 'off' ? null : city,
    receive,
    weatherFetching,
  );
  const outdated = data !== undefined && error !== undefined && error.at - data.at > maxAgeMs;
  const report = outdated ? undefined : data?.report;
  return { report, failed: report === undefined && error !== undefined };
}

interface Received {
  readonly report: WeatherReport;
  readonly at: number;
}

class NotReceived extends Error {
  readonly at = Date.now();
}

async function receive(city: string): Promise<Received> {
  try {
    return { report: await fetchWeather(city), at: Date.now() };
  } catch (cause) {
    throw new NotReceived(undefined, { cause });
  }
}

/** Fetches the weather of a city with two retries, but not before the server's `Retry-After`. */
export async function fetchWeather(city: string): Promise<WeatherReport> {
  for (const waitMs of retryAfterMs) {
    try {
      return await askOnce(city);
    } catch (failure) {
      const delayMs = Math.max(waitMs, askedWaitMs(failure));
      await new Promise((resume) => setTimeout(resume, delayMs));
    }
  }
  return askOnce(city);
}

/** The server's `Retry-After`, up to a limit after which nobody waits for the weather any more. */
function askedWaitMs(failure: unknown): number {
  const refusal = failure instanceof Error ? failure.cause : null;
  const asked = refusal instanceof ProblemError ? refusal.retryAfterMs : null;
  return Math.min(asked ?? 0, waitAtMostMs);
}

/** How long a report is fresh, and the interval of refreshes. */
const freshForMs = 5 * 60_000;
/** If a report cannot be refreshed, it is shown this long, which is as long as the server would serve it. */
const maxAgeMs = 60 * 60_000;
/** The pauses before the two retries. */
const retryAfterMs = [1_000, 3_000];
const waitAtMostMs = 5_000;

const weatherFetching: SWRConfiguration<Received, NotReceived> = {
  // Shorter than the refresh interval, or every second refresh would count as a duplicate.
  dedupingInterval: freshForMs - 60_000,
  refreshInterval: freshForMs,
  refreshWhenOffline: true,
  // For the return to a tab that was hidden for long; fresh reports count as duplicates.
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  // The retries are over by then; the next attempt is the next refresh.
  onErrorRetry: (_error, city, _config, revalidate, { retryCount }) => {
    // One per city: each return to the page would add another.
    clearTimeout(refreshes.get(city));
    refreshes.set(
      city,
      setTimeout(() => void revalidate({ retryCount }), freshForMs),
    );
  },
};

/** The next refreshes of cities without a report. */
const refreshes = new Map<string, ReturnType<typeof setTimeout>>();

async function askOnce(city: string): Promise<WeatherReport> {
  let answer: unknown;
  try {
    answer = await requestOnce('GET', weatherPath(city));
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    throw new Error(`Failed to fetch weather data for ${city}: ${failure.status} ${failure.text}`, {
      cause: failure,
    });
  }
  return weatherReport(answer, city);
}

function weatherPath(city: string): string {
  return `/api/weather?city=${encodeURIComponent(city)}`;
}

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
