// Snapshots of pages for when there is no network: whole or not at all, whatever ends a fill.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeLocks } from '../testing/fake-locks';
import { completeSnapshots, fillSnapshot, type WorkerBuild } from './snapshot';

/** What is kept in this browser, by the names of the caches. */
let stores: Map<string, Map<string, Response>>;
/** How many requests are still answered; after that each fails, or none is ever answered again. */
let answers: { left: number; then: 'fails' | 'never' };

const pages = ['/', '/timer', '/alarm'];
const files = (build: string) => [
  '/assets/font.woff2',
  `/assets/app.${build}.js`,
  '/assets/tone.mp3',
];
const buildOf = (build: string): WorkerBuild => ({
  level: 'on',
  list: `/assets/snapshot.${build}.json`,
  pages: `p${build}`,
});
const dataOf = (build: string) => `/assets/language-data.${build}`;

const types: Readonly<Record<string, string>> = {
  woff2: 'font/woff2',
  js: 'text/javascript',
  json: 'application/json',
  mp3: 'audio/mpeg',
};

function respond(path: string, present: string): Response {
  if (path === `/assets/snapshot.${present}.json`) {
    const languageData = { folder: dataOf(present), files: ['site.json', 'timer.json'] };
    return Response.json({ pages, files: files(present), languageData });
  }
  const type = types[path.split('.').at(-1) ?? ''];
  if (type !== undefined) return new Response(path, { headers: { 'Content-Type': type } });
  const html = `<script src="/assets/app.${present}.js"></script><link href="${dataOf(present)}/en/site.json">`;
  return new Response(html, { headers: { 'Content-Type': 'text/html' } });
}

/** The server has this build from now on. */
function serve(present: string): void {
  vi.stubGlobal('fetch', (path: string) => {
    if (answers.left > 0) {
      answers.left -= 1;
      return Promise.resolve(respond(path, present));
    }
    if (answers.then === 'fails') return Promise.reject(new TypeError('Failed to fetch'));
    return new Promise(() => undefined);
  });
}

function cacheOf(store: Map<string, Response>) {
  return {
    put: (path: string, response: Response) => Promise.resolve(store.set(path, response)),
    match: (path: string) => Promise.resolve(store.get(path)?.clone()),
  };
}

beforeEach(() => {
  stores = new Map();
  answers = { left: Infinity, then: 'fails' };
  const request = (_: string, __: object, act: () => unknown) => act();
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('caches', {
    open: (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return Promise.resolve(cacheOf(store));
    },
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    match: (path: string, { cacheName }: { readonly cacheName?: string } = {}) => {
      const among = [...stores].filter(([name]) => cacheName === undefined || name === cacheName);
      const found = among.map(([, store]) => store.get(path)).find((one) => one !== undefined);
      return Promise.resolve(found?.clone());
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The builds of the snapshots that can be shown. */
async function complete(): Promise<readonly string[]> {
  return (await completeSnapshots()).map(({ build }) => build);
}

/** What a snapshot has, page by page and file by file. */
function contentOf(build: string): readonly string[] {
  const [, store] = [...stores].find(([name]) => name.includes(`snapshot.${build}.json`)) ?? [];
  return [...(store?.keys() ?? [])].filter((path) => path !== '/snapshot-complete').sort();
}

const whole = (build: string) =>
  [
    ...files(build),
    `${dataOf(build)}/en/site.json`,
    `${dataOf(build)}/en/timer.json`,
    '/en',
    '/timer/en',
    '/alarm/en',
  ].sort();

test('a snapshot has all pages and files of one language', async () => {
  serve('old');
  await fillSnapshot(buildOf('old'), 'en');
  expect(await complete()).toEqual(['snapshot.old.json:pold']);
  expect(contentOf('old')).toEqual(whole('old'));
});

test('twenty fills that end at any point leave the snapshot before as it was', async () => {
  serve('old');
  await fillSnapshot(buildOf('old'), 'en');
  serve('new');
  // The list, two scripts or data that are new, and the pages: the rest is taken from the old one.
  const requests = 1 + (whole('new').length - 2);
  for (let trial = 0; trial < 20; trial += 1) {
    // Each point comes up, by a failing network and by a worker that the browser ends.
    answers = { left: trial % requests, then: trial % 2 === 0 ? 'fails' : 'never' };
    const filling = fillSnapshot(buildOf('new'), 'en');
    // One that waits may go on in the next trial.
    filling.catch(() => undefined);
    if (answers.then === 'fails') await expect(filling).rejects.toThrow('Failed to fetch');
    else await vi.waitUntil(() => answers.left === 0);
    expect(await complete()).toEqual(['snapshot.old.json:pold']);
    expect(contentOf('old')).toEqual(whole('old'));
    // The next trial does not continue this one.
    [...stores.keys()]
      .filter((name) => name.includes('snapshot.new'))
      .map((name) => stores.delete(name));
  }
  answers = { left: Infinity, then: 'fails' };
  await fillSnapshot(buildOf('new'), 'en');
  expect(await complete()).toEqual(['snapshot.new.json:pnew', 'snapshot.old.json:pold']);
  expect(contentOf('new')).toEqual(whole('new'));
  expect([...stores.keys()]).toHaveLength(2);
});

test('a fill that was interrupted continues where it was', async () => {
  serve('old');
  const requests = 1 + whole('old').length;
  answers = { left: requests - 3, then: 'fails' };
  await expect(fillSnapshot(buildOf('old'), 'en')).rejects.toThrow('Failed to fetch');
  expect(await complete()).toEqual([]);
  // The list, and what is missing.
  answers = { left: 4, then: 'fails' };
  await fillSnapshot(buildOf('old'), 'en');
  expect(await complete()).toEqual(['snapshot.old.json:pold']);
  expect(contentOf('old')).toEqual(whole('old'));
});

test('the interrupted fill of a build that is gone is deleted by the next one', async () => {
  serve('old');
  answers = { left: 4, then: 'fails' };
  await expect(fillSnapshot(buildOf('old'), 'en')).rejects.toThrow('Failed to fetch');
  answers = { left: Infinity, then: 'fails' };
  serve('new');
  await fillSnapshot(buildOf('new'), 'en');
  expect([...stores.keys()]).toHaveLength(1);
});

test('a page of another build is no part of a snapshot', async () => {
  serve('old');
  await fillSnapshot(buildOf('old'), 'en');
  // The server was replaced between the list and the pages.
  const fetched = fetch as unknown as (path: string) => Promise<Response>;
  vi.stubGlobal('fetch', (path: string) =>
    path.startsWith('/assets/snapshot') ? fetched(path) : Promise.resolve(respond(path, 'newer')),
  );
  stores.clear();
  await expect(fillSnapshot(buildOf('old'), 'en')).rejects.toThrow('is of another build');
  expect(await complete()).toEqual([]);
  expect(contentOf('old')).not.toContain('/timer/en');
});

test('a file that is answered with a page is no part of a snapshot', async () => {
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(path.endsWith('.js') ? respond('/timer/en', 'old') : respond(path, 'old')),
  );
  await expect(fillSnapshot(buildOf('old'), 'en')).rejects.toThrow('was answered with 200');
  expect(await complete()).toEqual([]);
  expect(contentOf('old')).not.toContain('/assets/app.old.js');
});

test('a snapshot is filled although a frozen worker holds the lock', async () => {
  vi.useFakeTimers();
  installFakeLocks();
  void navigator.locks.request('snapshot', () => new Promise(() => undefined));
  serve('old');
  const filling = fillSnapshot(buildOf('old'), 'en');
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 500);
  await filling;
  expect(await complete()).toEqual(['snapshot.old.json:pold']);
  vi.useRealTimers();
});
