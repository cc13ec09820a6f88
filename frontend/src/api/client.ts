// The HTTP client: JSON requests and responses, the browser's id, failures as errors; whether the server is reachable.
import type { SWRConfiguration } from 'swr';
import { useSyncExternalStore } from 'react';
import { storedValue } from '../browser/stored-value';
import { ringDeviceId } from '../push/push-support';
import { browserId } from '../identity/browser-id';
import { createEmitter } from '../browser/emitter';
import { isOfGateway, isRenewed, ProblemError, UnreachableError } from './problem-error';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const answerWithinMs = 20_000;
/**
 * A request without a response has arrived within this time, or never does: a page gives up after 20 s, the server 5 s later,
 * and a list that another device had fetched before may take 20 s, too.
 */
export const arrivesWithinMs = 60_000;
const retriesAtMost = 2;
/** Browsers take 64 KiB, of characters of up to three bytes and of all such requests together. */
const longestKeepalive = 16_000;
/** A longer wait than this is left to the visitor. */
const waitAtMostMs = 5_000;

const renewals = createEmitter<[renewed: string]>();

/** Calls back whenever the server says of a browser id that its account has given it up. */
export const onRenewedId = renewals.subscribe;

/**
 * Sends a request and returns the parsed response, or `undefined` for an empty one; retries if the server asks for
 * that.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  return requestAs(browserId(), method, path, body);
}

/** Sends a request like `request`, with another browser id. */
export async function requestAs<Answer>(
  as: string,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await sentOnce<Answer>(as, method, path, body);
    } catch (failure) {
      const wait = failure instanceof ProblemError ? waitToRepeat(method, failure) : null;
      if (retries >= retriesAtMost || wait === null) throw failure;
      await new Promise((resume) => setTimeout(resume, wait));
    }
  }
}

/** Sends a request without a retry, for callers that retry by themselves. */
export async function requestOnce<Answer>(
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  return sentOnce(browserId(), method, path, body);
}

async function sentOnce<Answer>(
  as: string,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetched(path, {
    method,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', ...identification(as) },
    // What is sent while its page closes must still arrive.
    keepalive: method !== 'GET' && (json ?? '').length <= longestKeepalive,
    signal: AbortSignal.timeout(answerWithinMs),
    ...(json === undefined ? {} : { body: json }),
  });
  const text = await response.text().catch(unreachable);
  if (!response.ok) {
    const wait = retryAfterMs(response, Date.now());
    const problem = new ProblemError(response.status, response.statusText, text, wait);
    if (isRenewed(problem)) renewals.emit(as);
    throw problem;
  }
  return (text === '' ? undefined : parsed(text)) as Answer;
}

/** A network that requires a sign-in first answers everything with a page of its own. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    return unreachable(failure);
  }
}

function unreachable(cause: unknown): never {
  throw new UnreachableError(cause);
}

async function fetched(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init);
    const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json');
    recordReached(!isOfGateway(response.status, isProblem));
    return response;
  } catch (failure) {
    recordReached(false);
    return unreachable(failure);
  }
}

/**
 * Headers with the browser id, and with the device that sends the request: the server tells other devices what it
 * changes, and pushes no ring to a device whose page sounds.
 */
export function identification(as = browserId()): Readonly<Record<string, string>> {
  const device = ringDeviceId.read();
  return {
    'X-Browser-Id': as,
    'X-Client-Id': clientName(),
    ...(device !== null && { 'X-Device-Id': device }),
  };
}

const storedClientName = storedValue<string | null>('client-name:v1', null, (value) =>
  typeof value === 'string' && value !== '' ? value : null,
);

/**
 * A random id that the tabs of this browser profile share, so that the server does not notify them of their own changes;
 * created on first use.
 */
function clientName(): string {
  const known = storedClientName.read();
  if (known !== null) return known;
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
  storedClientName.write(made);
  return made;
}

/** Data fetching defaults: never stale, no refetch on focus, no polling, no retries. */
export const fetchingDefaults: SWRConfiguration = {
  fetcher: fetchJson,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
};

/** A fetcher for SWR; the key is the path. */
export async function fetchJson<Answer>(path: string): Promise<Answer> {
  return request<Answer>('GET', path);
}

/**
 * Milliseconds after which a request may be repeated; null if it may not. A 429 was refused before it had any effect. A
 * 503 may have had some, so only reads are repeated.
 */
function waitToRepeat(method: Method, { status, retryAfterMs: wait }: ProblemError): number | null {
  const mayRepeat = status === 429 || (status === 503 && method === 'GET');
  return mayRepeat && wait !== null && wait <= waitAtMostMs ? wait : null;
}

/** The `Retry-After` header in milliseconds, from seconds or a date; null if there is none. */
export function retryAfterMs(response: Response, now: number): number | null {
  const header = response.headers.get('Retry-After');
  if (header === null) {
    return null;
  }
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

let away = false;
const listeners = createEmitter();

/** Records whether a request got any response. */
export function recordReached(isReached: boolean): void {
  if (away === !isReached) return;
  away = !isReached;
  listeners.emit();
}

/** Whether the last request got no response. */
export function isAwayNow(): boolean {
  return away;
}

/** True while the server cannot be reached. */
export function useAway(): boolean {
  return useSyncExternalStore(listeners.subscribe, isAwayNow, () => false);
}
