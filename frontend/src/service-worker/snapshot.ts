// Snapshots for offline use: all pages of a build in one language with their files, complete or not at all; and
// responses of the worker from them, while the server is away. Each is in a cache of its own, whose last entry marks it
// as complete. A cache without the mark is from an interrupted fill; it is never shown. The next fill of the same build
// continues it, and one of another build deletes it.
import { isLanguageCode, type LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { underLock } from '../browser/timed-lock';
import { isGatewayStatus } from '../browser/gateway-status';

/** Constants of the build and the server. */
export interface WorkerBuild {
  /** The operator's setting: everything, push only, or nothing. */
  readonly level: 'on' | 'push-only' | 'off';
  /** The file that lists the contents of a snapshot, named after its hash. */
  readonly list: string;
  /** The version of the pages, including the settings that the server fills in. */
  readonly pages: string;
}

/** The build's list of its files. */
interface SnapshotList {
  /** The paths of all pages, without a language. */
  readonly pages: readonly string[];
  /** Scripts, styles, the font and sounds, by path. */
  readonly files: readonly string[];
  /** The folder of the language data, and the files of each language in it. */
  readonly languageData: { readonly folder: string; readonly files: readonly string[] };
}

interface Snapshot {
  readonly name: string;
  readonly build: string;
  readonly language: LanguageCode;
}

const prefix = 'snapshot:v1';
const completeMark = '/snapshot-complete';
/** A fill takes longer than this only on a very slow network; both then put the same files. */
const otherFillEndsWithinMs = 5 * 60_000;
/** Concurrent requests; few, because the visitor's own requests have priority. */
const atOnce = 4;

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'javascript',
  json: 'application/json',
  mp3: 'audio/',
  woff2: 'font/woff2',
};

/** Fills the snapshot of a build in a language, unless it exists; fails and leaves a part if anything is missing. */
export async function fillSnapshot(build: WorkerBuild, language: LanguageCode): Promise<void> {
  const own = named(`${build.list}:${build.pages}`.replace('/assets/', ''), language);
  // Several tabs may ask at the same time.
  await underLock({ name: 'snapshot', withinMs: otherFillEndsWithinMs }, async () => {
    const complete = await completeSnapshots();
    if (complete.some(({ name }) => name === own.name)) return;
    await deleteAllBut([own, ...complete]);
    await fill(await caches.open(own.name), build.list, language);
    // Pages of another build may still be open.
    const previous = complete.find((other) => other.build !== own.build);
    await deleteAllBut(previous === undefined ? [own] : [own, previous]);
  });
}

/** The complete snapshots, the newest first. */
export async function completeSnapshots(): Promise<readonly Snapshot[]> {
  const found: Snapshot[] = [];
  for (const name of await caches.keys()) {
    const snapshot = snapshotOf(name);
    if (snapshot === null) continue;
    const mark = await caches.match(completeMark, { cacheName: name });
    if (mark !== undefined) found.unshift(snapshot);
  }
  return found;
}

/** Deletes all snapshots, complete or not, except these. */
export async function deleteAllBut(stays: readonly Snapshot[]): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && !stays.some((one) => one.name === name),
  );
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function fill(cache: Cache, listPath: string, language: LanguageCode): Promise<void> {
  const answer = await fetched(listPath, 'application/json');
  const { pages, files, languageData } = (await answer.json()) as SnapshotList;
  const { folder } = languageData;
  const all = [...files, ...languageData.files.map((file) => `${folder}/${language}/${file}`)];
  const known = new Set([...all, listPath]);
  await forEach(all, async (path) => {
    if ((await cache.match(path)) !== undefined) return;
    // Another snapshot's copy is the same, because the name contains the content's hash.
    const kept = await caches.match(path, { ignoreVary: true });
    await cache.put(path, kept ?? (await fetched(path, contentTypeOf(path))));
  });
  await forEach(pages, async (page) => {
    const path = localisedPath(page, language);
    if ((await cache.match(path)) !== undefined) return;
    const answer = await fetched(path, 'text/html', { cache: 'no-cache' });
    const html = await answer.clone().text();
    const strangers = assetsIn(html).filter((file) => !known.has(file) && !file.startsWith(folder));
    if (strangers.length > 0) throw new Error(`${path} is of another build`);
    await cache.put(path, answer);
  });
  await cache.put(completeMark, new Response(null));
}

async function fetched(path: string, contentType: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, { ...init, redirect: 'error' });
  // A missing file may be answered with a page.
  const type = answer.headers.get('Content-Type') ?? '';
  if (answer.status !== 200 || !type.includes(contentType)) {
    throw new Error(`${path} was answered with ${String(answer.status)} ${type}`);
  }
  return answer;
}

function contentTypeOf(path: string): string {
  return contentTypes[path.split('.').at(-1) ?? ''] ?? path;
}

/** The hashed files that a page links. */
function assetsIn(html: string): readonly string[] {
  return [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
}

async function forEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function named(build: string, language: LanguageCode): Snapshot {
  return { name: `${prefix}:${language}:${build}`, build, language };
}

function snapshotOf(name: string): Snapshot | null {
  if (!name.startsWith(`${prefix}:`)) return null;
  const [language = '', ...build] = name.slice(prefix.length + 1).split(':');
  return isLanguageCode(language) ? named(build.join(':'), language) : null;
}

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
