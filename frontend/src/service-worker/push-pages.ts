// The pages of the site that are open: what they know of a ring, and which of them somebody is brought to.
import type { PageReply, RingName, WorkerNews, WorkerQuestion } from '../browser/worker-talk';

/** A page that has not answered by then is frozen, or none of ours. */
const answersWithinMs = 400;

/** What the pages know of a ring: at once where none is open. */
export async function askPages(
  scope: ServiceWorkerGlobalScope,
  ring: RingName,
): Promise<PageReply> {
  const pages = await openPages(scope);
  const replies = pages.map((page) => ask(page, { asksAbout: ring }));
  return new Promise((resolve) => {
    // What one page knows needs no word of the others.
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

/** Brings one page of the site to the front, or opens one. */
export async function bringToPage(scope: ServiceWorkerGlobalScope, address: string): Promise<void> {
  const pages = await openPages(scope);
  const best =
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0];
  if (best === undefined) {
    // Only pages of this site, whatever a push says.
    const isOwn = address.startsWith(`${scope.location.origin}/`);
    await scope.clients.openWindow(isOwn ? address : '/');
    return;
  }
  best.postMessage({ tells: 'look' } satisfies WorkerNews);
  await best.focus();
}

async function openPages(scope: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  // A page may be open that was loaded before there was a worker.
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // The page to browse the API is no page of the site.
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
