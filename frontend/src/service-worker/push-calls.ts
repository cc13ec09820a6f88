// What the push handler asks and tells: the server, which never delays a notification, because that is shown first; and
// the open pages of the site.
import type { Schemas, Answer, RingName } from '../model/types';
import { ringDevice } from '../push/ring-device';
import type { PushedRing } from './push-notice';
import type { PageReply, WorkerNews, WorkerQuestion } from '../push/worker-talk';

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

/** A page that does not answer within this time is frozen, or not one of the site. */
const repliesWithinMs = 400;

/** What the pages know about a ring; resolves at once if none is open. */
export async function askPages(
  scope: ServiceWorkerGlobalScope,
  ring: RingName,
): Promise<PageReply> {
  const pages = await openPages(scope);
  const replies = pages.map((page) => ask(page, { asksAbout: ring }));
  return new Promise((resolve) => {
    // The first positive answer is enough.
    for (const reply of replies) {
      void reply.then((known) => {
        if (known !== 'silent') resolve(known);
      });
    }
    void Promise.all(replies).then(() => {
      resolve('silent');
    });
  });
}

export async function tellPages(
  scope: ServiceWorkerGlobalScope,
  tells: WorkerNews['tells'],
): Promise<void> {
  for (const page of await openPages(scope)) page.postMessage({ tells } satisfies WorkerNews);
}

/** Brings a page of the site to the front, or opens one. */
export async function bringToPage(scope: ServiceWorkerGlobalScope, address: string): Promise<void> {
  const pages = await openPages(scope);
  const best =
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0];
  if (best === undefined) {
    // Only pages of this site, whatever the push says.
    const isOwn = address.startsWith(`${scope.location.origin}/`);
    await scope.clients.openWindow(isOwn ? address : '/');
    return;
  }
  best.postMessage({ tells: 'look' } satisfies WorkerNews);
  // Firefox and Safari may refuse it; the page rings all the same.
  await best.focus().catch(() => undefined);
}

async function openPages(scope: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  // Includes pages that were loaded before there was a worker.
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // The API documentation is not a page of the site.
  return pages.filter(({ url }) => !url.startsWith(`${scope.location.origin}/api`));
}

function ask(page: WindowClient, question: WorkerQuestion): Promise<PageReply> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (reply: PageReply) => {
      clearTimeout(late);
      port1.close();
      resolve(reply);
    };
    const late = setTimeout(end, repliesWithinMs, 'silent');
    port1.onmessage = ({ data }: MessageEvent<PageReply>) => {
      end(data);
    };
    page.postMessage(question, [port2]);
  });
}
