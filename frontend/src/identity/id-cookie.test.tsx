// The browser id after the browser has deleted the page's storage, and in the cookie while the browser owns something.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { anAlarm, aUser } from '../testing/rows';

const former = '4a6b1f0e-35a5-4c4d-9d43-1f0f2d1f7a01';
let server: FakeServer;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open() {
  const [{ restoreBrowserId }, { browserId }, { refetch }, { createAlarm }] = await Promise.all([
    import('./id-cookie'),
    import('./browser-id'),
    import('../rows/lists'),
    import('../rows/alarms'),
  ]);
  return { restoreBrowserId, browserId, refetch, createAlarm };
}

const calls = () => server.sent.map(({ method, path }) => `${method} ${path}`);

test('a browser whose storage was deleted continues with the id of its cookie', async () => {
  server.idInCookie = former;
  const { restoreBrowserId, browserId } = await open();
  restoreBrowserId();
  await vi.waitFor(() => {
    expect(browserId()).toBe(former);
  });
});

test('a signed-in browser whose storage was deleted is signed in again', async () => {
  server.user = aUser({ uuid: former });
  const { restoreBrowserId, browserId } = await open();
  const { isAccountHere } = await import('./account-here');
  restoreBrowserId();
  await vi.waitFor(() => {
    expect([browserId(), isAccountHere()]).toEqual([former, true]);
  });
});

test('a browser with a stored id does not ask, and one without a cookie keeps its new id', async () => {
  localStorage.setItem('browser-id', former);
  const { restoreBrowserId, browserId } = await open();
  restoreBrowserId();
  expect([browserId(), calls()]).toEqual([former, []]);
  localStorage.clear();
  const made = browserId();
  restoreBrowserId();
  await vi.waitFor(() => {
    expect(calls()).toEqual(['GET /api/browser/id']);
  });
  await Promise.resolve();
  expect(browserId()).toBe(made);
});

test('what was created meanwhile is not left behind', async () => {
  server.idInCookie = former;
  const { restoreBrowserId, browserId, createAlarm } = await open();
  const made = browserId();
  const answer = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await answer(path, init);
    if (path === '/api/browser/id' && init.method === 'GET') {
      await createAlarm({ time: '07:30', repeat: 'daily', timezone: 'Asia/Tokyo' });
    }
    return response;
  });
  restoreBrowserId();
  await vi.waitFor(() => {
    expect(server.alarms).toHaveLength(1);
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(browserId()).toBe(made);
});

test('the cookie is stored once a page, by a browser that owns something and has no account', async () => {
  const { refetch } = await open();
  await refetch('alarms');
  expect(calls()).toEqual(['GET /api/alarms']);
  server.alarms = [anAlarm()];
  await refetch('alarms');
  await refetch('alarms');
  expect(calls().filter((call) => call === 'PUT /api/browser/id')).toHaveLength(1);
});

test('with an account, which its session brings back, there is no such cookie', async () => {
  localStorage.setItem('account:v1', '{"ownId":null}');
  server.user = aUser();
  const { refetch } = await open();
  server.alarms = [anAlarm()];
  await refetch('alarms');
  expect(calls()).not.toContain('PUT /api/browser/id');
});
