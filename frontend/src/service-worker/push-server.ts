// What the push half tells the server. It never delays a notification: that is shown first.
import { ringDevice } from '../browser/ring-device';
import type { PushedRing } from './push-message';

const answersWithinMs = 20_000;

/** Says that a ring was shown; the server's time in milliseconds since the epoch, NaN where it cannot be reached. */
export async function reportShown({ token, ...ring }: PushedRing): Promise<number> {
  try {
    const { headers } = await send('POST', '/api/rings/heard', ring, bearer(token));
    return Date.parse(headers.get('Date') ?? '');
  } catch {
    return NaN;
  }
}

export async function sendAnswer(
  { token, kind, id, scheduledFor }: PushedRing,
  answer: string,
  givenAt: string | undefined,
): Promise<Response> {
  const body = { kind, id, scheduledFor, answer, givenAt };
  return send('POST', '/api/rings/answer', body, bearer(token));
}

/** Sends back the code of the first push; false where the server did not hear it. */
export async function confirm(device: string, code: string): Promise<boolean> {
  const path = `/api/push/devices/${device}/confirm`;
  try {
    return (await send('POST', path, { code }, await ofBrowser())).ok;
  } catch {
    return false;
  }
}

/** Tells of a subscription that the browser has changed by itself. */
export async function putDevice(device: string, body: object): Promise<boolean> {
  return (await send('PUT', `/api/push/devices/${device}`, body, await ofBrowser())).ok;
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

async function ofBrowser(): Promise<Record<string, string>> {
  const device = await ringDevice();
  return device === null ? {} : { 'X-Browser-Id': device.browserId };
}

function send(
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answersWithinMs),
    // The worker may end with its event.
    keepalive: true,
  });
}
