// Requests of the push handler to the server. They never delay a notification, which is shown first.
import type { Schemas } from '../model/schemas';
import type { Answer } from '../model/types';
import { ringDevice } from '../push/ring-device';
import type { PushedRing } from './push-notice';

const answersWithinMs = 20_000;

/**
 * Reports that a ring was shown, or that a person has dismissed it, so that it is not repeated here; returns the server's time in milliseconds since the epoch, or NaN if it cannot be
 * reached.
 */
export async function reportShown(
  { token, ...ring }: PushedRing,
  dismissed?: true,
): Promise<number> {
  try {
    const report: Schemas['HeardRing'] = { ...ring, dismissed };
    const { headers } = await send('POST', '/api/rings/heard', report, bearer(token));
    return Date.parse(headers.get('Date') ?? '');
  } catch {
    return NaN;
  }
}

export async function sendAnswer(
  { token, kind, id, scheduledFor }: PushedRing,
  answer: Answer,
  givenAt: string | undefined,
): Promise<Response> {
  const body: Schemas['RingAnswer'] = { kind, id, scheduledFor, answer, givenAt };
  return send('POST', '/api/rings/answer', body, bearer(token));
}

/** Sends the code of the first push back; false if the server could not be reached. */
export async function confirm(device: string, code: string): Promise<boolean> {
  const path = `/api/push/devices/${device}/confirm`;
  try {
    return (await send('POST', path, { code } satisfies Schemas['Confirmation'], await ofBrowser()))
      .ok;
  } catch {
    return false;
  }
}

/** Sends a subscription that the browser has changed by itself. */
export async function putDevice(device: string, body: Schemas['NewDevice']): Promise<boolean> {
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
