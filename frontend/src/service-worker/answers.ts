// Responses of the worker: cached files, and cached pages while the server is away.
import { isGatewayStatus } from '../browser/gateway-status';
import { localisedPath } from '../i18n/paths';
import { completeSnapshots } from './snapshot';

/** If a page takes longer than this, its cached version is shown. */
const patienceMs = 3_000;

/** Answers a request or ignores it. The API is ignored, because a worker would break its event stream. */
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
  // A cache that fails counts as empty.
  const kept = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  return kept ?? fetch(request);
}

async function page(event: FetchEvent, path: string): Promise<Response> {
  const network = fromNetwork(event);
  // The response may arrive after the cached page was shown.
  event.waitUntil(network.catch(() => undefined));
  const kept = await keptPage(path).catch(() => null);
  if (kept === null) return network;
  const inTime = network.then(
    (answer) => (isGatewayStatus(answer.status) ? kept : answer),
    () => kept,
  );
  const late = new Promise<Response>((resolve) => {
    setTimeout(resolve, patienceMs, kept);
  });
  return Promise.race([inTime, late]);
}

/** The browser may have requested the page already while the worker started (navigation preload). */
async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  // Firefox does not reject the preload without a network, but resolves it with an error.
  if (preloaded?.type === 'error') throw new TypeError('the page could not be preloaded');
  return preloaded ?? fetch(event.request);
}

/** The cached page; without one, a redirect to the nearest page; null if nothing is cached. */
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
