// The weather of one city: fetched when it is needed and every five minutes after that. Failures are silent: if the
// server has no weather, at once; otherwise when the last report is an hour old.
import useSWR, { type SWRConfiguration } from 'swr';
import { useSiteConfig } from '../browser/site-config';
import { requestOnce } from './client';
import { ProblemError } from './problem-error';
import { weatherReport, type WeatherReport } from './weather-report';

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
const keptForMs = 60 * 60_000;
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
