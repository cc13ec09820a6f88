// The one place that speaks HTTP: JSON in and out, the browser's identity, failures as errors.
import { browserId } from './browser-id';
import { ProblemError } from './problem-error';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const answerWithinMs = 20_000;
const retriesAtMost = 2;
/** A longer wait than this is the visitor's to decide. */
const waitAtMostMs = 5_000;

/** Sends a request and returns the parsed answer; an empty answer is `undefined`. */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', 'X-Browser-Id': browserId() },
      // A deletion settled while its page is being left must still arrive.
      keepalive: method === 'DELETE',
      signal: AbortSignal.timeout(answerWithinMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) {
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    }
    const wait = retryAfterMs(response, Date.now());
    if (
      retries >= retriesAtMost ||
      wait === null ||
      wait > waitAtMostMs ||
      !mayRepeat(method, response.status)
    ) {
      throw new ProblemError(response.status, response.statusText, text, wait);
    }
    await new Promise((resume) => setTimeout(resume, wait));
  }
}

/** A GET as SWR's fetcher: the key is the path. */
export async function fetchJson<Answer>(path: string): Promise<Answer> {
  return request<Answer>('GET', path);
}

/** Milliseconds that a server which refused a stream asks to wait for it; 0 where it says nothing or has changed its mind. */
export async function askedWaitMs(path: string): Promise<number> {
  const response = await fetch(path, { signal: AbortSignal.timeout(answerWithinMs) });
  // It may be a stream by now, which nobody reads.
  void response.body?.cancel();
  return response.ok ? 0 : (retryAfterMs(response, Date.now()) ?? 0);
}

/** A 429 was refused unread, whatever it was; a 503 may have been half done, so only reading is repeated. */
function mayRepeat(method: Method, status: number): boolean {
  return status === 429 || (status === 503 && method === 'GET');
}

/** Milliseconds that `Retry-After` asks to wait, from seconds or a date; null where it says nothing. */
export function retryAfterMs(response: Response, now: number): number | null {
  const header = response.headers.get('Retry-After');
  if (header === null) {
    return null;
  }
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
