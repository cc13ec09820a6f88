// The weather of one city: asked for when wanted, again every five minutes, and given up quietly: at once where there
// is none, after an hour where the last of it grows old.
import useSWR, { type SWRConfiguration } from 'swr';
import { useSiteConfig } from '../browser/site-config';
import { requestOnce } from './client';
import { ProblemError } from './problem-error';
import { weatherReport, type WeatherReport } from './weather-report';

export interface WeatherState {
  /** Undefined until it is known. */
  readonly report: WeatherReport | undefined;
  /** True once there is no hope of it for now. */
  readonly failed: boolean;
}

/** The weather of a place `City,Country`, null for none; where the server has none, nobody asks, and there is no report. */
export function useWeather(city: string | null): WeatherState {
  const { weatherProvider } = useSiteConfig();
  const { data, error } = useSWR<Received, NotReceived>(
    weatherProvider === 'off' ? null : city,
    receive,
    weatherFetching,
  );
  const outdated = data !== undefined && error !== undefined && error.at - data.at > keptForMs;
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
/** A report that cannot be renewed is shown for as long as the server would have answered with it. */
const keptForMs = 60 * 60_000;
/** Two retries, a little after each other. */
const retryAfterMs = [1_000, 3_000];
const waitAtMostMs = 5_000;

const weatherFetching: SWRConfiguration<Received, NotReceived> = {
  // Shorter than the other, or every second refresh would pass for a duplicate.
  dedupingInterval: freshForMs - 60_000,
  refreshInterval: freshForMs,
  refreshWhenOffline: true,
  // On return to a tab that was hidden for long; what is fresh passes for a duplicate.
  revalidateOnFocus: true,
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
