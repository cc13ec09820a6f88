// What the worker answers in the server's place: hashed files that it keeps, and pages where the server is away.
import { localisedPath } from '../i18n/paths';
import { completeSnapshots } from './snapshot';

/** A page that has not come by then is shown as it was kept. */
const patienceMs = 3_000;
/** What a proxy says when the server behind it is away. */
const away: readonly number[] = [502, 503, 504];

/** Answers a request or leaves it alone. The API is left alone: a worker between a page and its stream would break it. */
export function answerFromSnapshot(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET' || pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(page(event, pathname));
  else if (pathname.startsWith('/assets/') && !request.headers.has('Range')) {
    event.respondWith(file(request));
  }
}

async function file(request: Request): Promise<Response> {
  // A storage that fails is none.
  const kept = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  return kept ?? fetch(request);
}

async function page(event: FetchEvent, path: string): Promise<Response> {
  const network = fromNetwork(event);
  // It may come after the kept page was shown.
  event.waitUntil(network.catch(() => undefined));
  const kept = await keptPage(path).catch(() => null);
  if (kept === null) return network;
  const inTime = network.then(
    (answer) => (away.includes(answer.status) ? kept : answer),
    () => kept,
  );
  const late = new Promise<Response>((resolve) => {
    setTimeout(resolve, patienceMs, kept);
  });
  return Promise.race([inTime, late]);
}

/** The browser has asked already while the worker started, where it can. */
async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  return preloaded ?? fetch(event.request);
}

/** A kept page; where there is none at the path, the way to the nearest one; null where nothing is kept. */
async function keptPage(path: string): Promise<Response | null> {
  const snapshots = await completeSnapshots();
  const find = async (at: string, name: string) =>
    caches.match(at, { cacheName: name, ignoreVary: true });
  const bare = path === '/' ? path : path.replace(/\/$/, '');
  for (const { name } of snapshots) {
    const found = await find(bare, name);
    if (found !== undefined) return found;
  }
  const [newest] = snapshots;
  if (newest === undefined) return null;
  const inItsLanguage = localisedPath(bare, newest.language);
  const isThere = (await find(inItsLanguage, newest.name)) !== undefined;
  return redirect(isThere ? inItsLanguage : localisedPath('/', newest.language));
}

function redirect(path: string): Response {
  return Response.redirect(new URL(path, location.origin).href);
}
