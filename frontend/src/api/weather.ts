// The weather of one city: asked for when wanted, again every five minutes, and given up quietly.
import useSWR, { type SWRConfiguration } from 'swr';
import { useSiteConfig } from '../hooks/site-config';
import { requestOnce } from './client';
import { ProblemError } from './problem-error';
import { weatherReport, type WeatherReport } from './weather-report';

export interface WeatherState {
  /** Undefined until it is known. */
  readonly report: WeatherReport | undefined;
  /** True once there is no hope of it for now. */
  readonly failed: boolean;
}

/** The weather of a place `City,Country`; where the server has none, nobody asks, and there is no report. */
export function useWeather(city: string): WeatherState {
  const { weatherProvider } = useSiteConfig();
  const { data, error } = useSWR<WeatherReport, Error>(
    weatherProvider === 'off' ? null : weatherPath(city),
    () => fetchWeather(city),
    weatherFetching,
  );
  return { report: data, failed: data === undefined && error !== undefined };
}

/** Fetches the weather of a place, trying again twice, and not before the server asks for that. */
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

/** What a server that refused asks to wait, as far as anybody looks at the place of the weather meanwhile. */
function askedWaitMs(failure: unknown): number {
  const refusal = failure instanceof Error ? failure.cause : null;
  const asked = refusal instanceof ProblemError ? refusal.retryAfterMs : null;
  return Math.min(asked ?? 0, waitAtMostMs);
}

/** So long a report is not stale, and so often it is asked for again. */
const freshForMs = 5 * 60_000;
/** Two retries, a little after each other. */
const retryAfterMs = [1_000, 3_000];
const waitAtMostMs = 5_000;

const weatherFetching: SWRConfiguration<WeatherReport, Error> = {
  dedupingInterval: freshForMs,
  refreshInterval: freshForMs,
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  // The retries are over by then; the next try is the next refresh.
  onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
    setTimeout(() => void revalidate({ retryCount }), freshForMs);
  },
};

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
