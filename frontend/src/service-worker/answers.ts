// Responses of the worker: cached files, and cached pages while the server is away.
import { isGatewayStatus } from '../browser/gateway-status';
import { localisedPath } from '../pages/paths';
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
  const cached = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  return cached ?? fetch(request);
}

async function page(event: FetchEvent, path: string): Promise<Response> {
  const network = fromNetwork(event);
  // The response may arrive after the cached page was shown.
  event.waitUntil(network.catch(() => undefined));
  const cached = await cachedPage(path, false);
  const instead = async () => cached ?? cachedPage(path, !isFile(path));
  const inTime = network.then(
    async (answer) => (isGatewayStatus(answer.status) ? ((await instead()) ?? answer) : answer),
    async (failure: unknown) => {
      const page = await instead();
      if (page === null) throw failure;
      return page;
    },
  );
  if (cached === null) return inTime;
  const late = new Promise<Response>((resolve) => {
    setTimeout(resolve, patienceMs, cached);
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

/**
 * The cached page, or a redirect to it in the cached language. For a path that is no cached page a redirect to the home
 * page if `orHome`, otherwise null.
 */
async function cachedPage(path: string, orHome: boolean): Promise<Response | null> {
  const snapshots = await completeSnapshots().catch(() => []);
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
  if ((await find(inItsLanguage, newest.name)) !== undefined) return redirect(inItsLanguage);
  return orHome ? redirect(localisedPath('/', newest.language)) : null;
}

/** Whether a path is a file of the site's root, such as `/licences.txt`. */
function isFile(path: string): boolean {
  return path.startsWith('/.well-known/') || /\.[a-z0-9]+$/i.test(path);
}

function redirect(path: string): Response {
  return Response.redirect(new URL(path, location.origin).href);
}
