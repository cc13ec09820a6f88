// The open pages of the site: asking them about a ring, and bringing one to the front.
import type { RingName } from '../model/types';
import type { PageReply, WorkerNews, WorkerQuestion } from '../push/worker-talk';

/** A page that does not answer within this time is frozen, or not one of the site. */
const answersWithinMs = 400;

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
    const late = setTimeout(end, answersWithinMs, 'silent');
    port1.onmessage = ({ data }: MessageEvent<PageReply>) => {
      end(data);
    };
    page.postMessage(question, [port2]);
  });
}
