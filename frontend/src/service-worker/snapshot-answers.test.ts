// Responses of the worker to navigations: the server's while it can be reached, the cached page otherwise.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerFromSnapshot } from './snapshot';

const origin = 'https://time.example';
const snapshot = 'snapshot:v1:en:list:pages';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL(origin));
  const kept = new Map([
    ['/snapshot-complete', ''],
    ['/en', 'kept home'],
    ['/timer/en', 'kept timer'],
  ]);
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([snapshot]),
    match: (path: string) => {
      const text = kept.get(path);
      return Promise.resolve(text === undefined ? undefined : new Response(text));
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Navigates to a path; returns the worker's response, or null if it leaves the request to the browser. */
async function navigate(path: string, preloadResponse: Promise<unknown>): Promise<Response | null> {
  const answers: Promise<Response>[] = [];
  const request = {
    url: `${origin}${path}`,
    method: 'GET',
    mode: 'navigate',
    headers: new Headers(),
  };
  answerFromSnapshot({
    request,
    preloadResponse,
    waitUntil: () => undefined,
    respondWith: (response: Promise<Response>) => {
      answers.push(response);
    },
  } as unknown as FetchEvent);
  answers.forEach((answer) => {
    answer.catch(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(3_500);
  return (await answers[0]) ?? null;
}

const slow = new Promise(() => undefined);

test('the page of the server counts while it comes in time', async () => {
  const answer = await navigate('/timer/en', Promise.resolve(new Response('fresh')));
  expect(await answer?.text()).toBe('fresh');
});

test.each([
  {
    kind: 'a preload that is rejected',
    preload: () => Promise.reject(new TypeError('no network')),
  },
  {
    kind: 'a preload that is resolved with an error, as in Firefox',
    preload: () => Promise.resolve(Response.error()),
  },
  {
    kind: 'a proxy without a server',
    preload: () => Promise.resolve(new Response('', { status: 503 })),
  },
  {
    kind: 'Cloudflare without a server',
    preload: () => Promise.resolve(new Response('', { status: 522 })),
  },
  { kind: 'a server that is slow', preload: () => slow },
])('the cached page is shown after $kind', async ({ preload }) => {
  const answer = await navigate('/timer/en', preload());
  expect(await answer?.text()).toBe('kept timer');
});

test('a page in another language becomes the cached one, and an unknown one the home page', async () => {
  const away = () => Promise.reject(new TypeError('no network'));
  expect((await navigate('/timer/de', away()))?.headers.get('Location')).toBe(`${origin}/timer/en`);
  expect((await navigate('/nowhere', away()))?.headers.get('Location')).toBe(`${origin}/en`);
});

test.each(['/licences.txt', '/.well-known/change-password', '/nowhere'])(
  'a slow response counts for %s, which is no cached page',
  async (path) => {
    const answer = new Promise((resolve) => setTimeout(resolve, 3_400, new Response('late')));
    expect(await (await navigate(path, answer))?.text()).toBe('late');
  },
);

test('a file that is not cached does not become the home page without a network', async () => {
  await expect(
    navigate('/licences.txt', Promise.reject(new TypeError('no network'))),
  ).rejects.toThrow('no network');
});
