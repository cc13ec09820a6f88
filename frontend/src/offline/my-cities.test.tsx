// The visitor's cities: pages show the local list, which is synchronised with the server in the background.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { aUser } from '../testing/rows';
import { signIn, signOut } from '../identity/account';
import { adoptAccount } from '../identity/identity';
import { addMyCities, cityList, moveMyCity, myCities, nameMyCity, toggleMyCity } from './my-cities';
import { keepSending, sendUnsaved } from './outbox-send';
import { fetchSyncedList, followSyncedList, sendSyncedLists } from './synced-lists';

const fetchCities = () => fetchSyncedList('cities');
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  localStorage.clear();
  server = new FakeServer().install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whatever was sent has arrived by then, and nobody overwrites it with an older list any more. */
async function aMinuteLater(): Promise<void> {
  vi.advanceTimersByTime(60_000);
  await sendUnsaved();
}

const keys = () => myCities().map(({ key }) => key);
const serverKeys = () => server.cities?.map(({ key }) => key);
const calls = () => server.sent.map(({ method, path }) => `${method} ${path}`);
const city = (key: string, name: string | null = null) => ({ key, name }) as never;

test('nothing is fetched or sent for a visitor who never chose a city', async () => {
  followSyncedList('cities');
  await sendUnsaved();
  expect(server.sent).toEqual([]);
  await fetchCities();
  expect(calls()).toEqual(['GET /api/cities']);
  expect(Object.keys(localStorage).filter((key) => key.includes('cities'))).toEqual([]);
});

test('the chosen cities are sent with their names and order, and so is every later change', async () => {
  toggleMyCity('lima');
  toggleMyCity('oslo');
  nameMyCity('oslo', 'Office');
  await sendUnsaved();
  expect(server.cities).toEqual([
    { key: 'lima', name: null },
    { key: 'oslo', name: 'Office' },
  ]);
  moveMyCity('oslo', -1);
  await sendUnsaved();
  expect(serverKeys()).toEqual(['oslo', 'lima']);
  toggleMyCity('lima');
  toggleMyCity('oslo');
  await sendUnsaved();
  expect(server.cities).toEqual([]);
  await aMinuteLater();
  expect(cityList.hasUnsent()).toBe(false);
  await sendUnsaved();
  expect(server.writes).toEqual(Array<string>(3).fill('PUT /api/cities'));
});

test('a change of another device is adopted', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  server.cities = [city('paris', 'Home'), city('Asia/Thimphu')];
  await fetchCities();
  expect(myCities()).toEqual([
    { key: 'paris', name: 'Home' },
    { key: 'Asia/Thimphu', name: '' },
  ]);
  server.cities = [];
  await fetchCities();
  expect(myCities()).toEqual([]);
  expect(server.writes).toEqual(['PUT /api/cities']);
});

test('a change made while the server is away is stored, and later made to the server’s list', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  server.isAway = true;
  toggleMyCity('oslo');
  await expect(sendUnsaved()).rejects.toThrow();
  expect(keys()).toEqual(['lima', 'oslo']);
  server.isAway = false;
  // Another device has removed Lima and added Paris.
  server.cities = [city('paris')];
  await fetchCities();
  expect([keys(), serverKeys()]).toEqual([
    ['paris', 'oslo'],
    ['paris', 'oslo'],
  ]);
});

test('a city that is moved to the front before it is sent is at the front', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  toggleMyCity('oslo');
  moveMyCity('oslo', -1);
  await sendSyncedLists();
  expect([keys(), serverKeys()]).toEqual([
    ['oslo', 'lima'],
    ['oslo', 'lima'],
  ]);
});

test('a list that arrives after a later one, or is based on an older one, undoes nothing', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  server.losesNextAnswer = true;
  toggleMyCity('oslo');
  await expect(sendSyncedLists()).rejects.toThrow();
  const late = server.cities;
  toggleMyCity('oslo');
  nameMyCity('lima', 'Home');
  await sendSyncedLists();
  expect(server.cities).toEqual([{ key: 'lima', name: 'Home' }]);
  await fetchCities();
  server.cities = [...(late ?? []), city('paris')];
  await fetchCities();
  const wanted = [city('lima', 'Home'), city('paris')];
  expect(server.cities).toEqual(wanted);
  await aMinuteLater();
  expect(server.cities).toEqual(wanted);
  expect(cityList.hasUnsent()).toBe(false);
});

test('a list that two tabs have sent at once is sent again, too, if a device with an older one overwrites it', async () => {
  toggleMyCity('lima');
  await Promise.all([fetchCities(), fetchCities()]);
  expect(server.writes).toHaveLength(2);
  server.cities = [city('paris')];
  await fetchCities();
  expect(serverKeys()).toEqual(['paris', 'lima']);
});

test('what another device removes twice is removed, however soon', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  for (const times of [2, 3]) {
    server.cities = [];
    await fetchCities();
    expect(server.writes).toHaveLength(Math.min(times, 2));
  }
  expect(keys()).toEqual([]);
  expect(cityList.hasUnsent()).toBe(false);
});

test('a change is sent by a page that is closed at once, and made to what another device has set meanwhile', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  const stop = keepSending();
  await sendUnsaved();
  toggleMyCity('oslo');
  await import('./list-sync');
  await Promise.resolve();
  server.sent.length = 0;
  // A page stops sending at `pagehide`.
  stop();
  expect(calls()).toEqual(['PUT /api/cities']);
  await vi.waitFor(() => {
    expect(serverKeys()).toEqual(['lima', 'oslo']);
  });
  server.cities = [city('lima', 'Home'), city('paris')];
  await fetchCities();
  expect(serverKeys()).toEqual(['lima', 'paris', 'oslo']);
  expect(server.cities[0]?.name).toBe('Home');
});

test('a list that a frozen page gets late is fetched again', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  const held = server.holdNext('/api/cities');
  toggleMyCity('oslo');
  const stale = server.cities;
  const respond = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    vi.stubGlobal('fetch', respond);
    // The response is as of the request.
    return respond(path, init).then(() => Response.json({ cities: stale }));
  });
  const sending = sendSyncedLists();
  await vi.waitFor(() => {
    expect(fetch).toBe(respond);
  });
  server.cities = [city('lima'), city('paris')];
  vi.advanceTimersByTime(120_000);
  held.release();
  await sending;
  expect(serverKeys()).toEqual(['lima', 'paris', 'oslo']);
});

test('a list that was never sent is merged into the list on the server', async () => {
  toggleMyCity('oslo');
  toggleMyCity('paris');
  server.cities = [city('paris', 'Home'), city('lima')];
  await sendUnsaved();
  expect([keys(), serverKeys()]).toEqual([
    ['paris', 'lima', 'oslo'],
    ['paris', 'lima', 'oslo'],
  ]);
  expect(myCities()[0]?.name).toBe('Home');
});

test('a list that the server no longer has is sent again', async () => {
  toggleMyCity('lima');
  await sendSyncedLists();
  server.cities = null;
  await fetchCities();
  expect(serverKeys()).toEqual(['lima']);
});

test('both this browser and the server have fifty cities at most', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    key: `city-${String(index)}`,
    name: '',
  }));
  expect(addMyCities(many)).toHaveLength(10);
  expect(toggleMyCity('lima')).toBe(false);
  await sendSyncedLists();
  expect(server.cities).toHaveLength(50);
  await aMinuteLater();
  expect([keys().length, cityList.hasUnsent()]).toEqual([50, false]);
});

test('of names, what the server takes is sent', async () => {
  toggleMyCity('lima');
  nameMyCity('lima', ' Ho\u0007me\t');
  await sendSyncedLists();
  expect(server.cities).toEqual([{ key: 'lima', name: 'Home' }]);
});

test('a list that the server refuses is the server’s again, and the visitor is told until the next change', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  toggleMyCity('lima');
  await sendSyncedLists();
  await aMinuteLater();
  server.refusal = { status: 422, headers: {} };
  toggleMyCity('oslo');
  await sendUnsaved();
  expect([keys(), cityList.state()?.wasRefused]).toEqual([['lima'], true]);
  server.refusal = null;
  toggleMyCity('paris');
  await sendUnsaved();
  expect([serverKeys(), cityList.state()?.wasRefused]).toEqual([['lima', 'paris'], undefined]);
});

test.each([
  { stored: { 'pinned-cities:v1': ['oslo', 'paris'] }, there: null, shown: ['oslo', 'paris'] },
  {
    // Added and removed without the server, which has another one since.
    stored: {
      'my-cities:v1': [city('lima'), city('oslo', 'Office')],
      'cities-told:v1': { browserId: aUser().uuid, cities: [city('lima'), city('rome')] },
    },
    there: [city('lima'), city('rome'), city('paris')],
    shown: ['lima', 'paris', 'oslo'],
  },
])('a list of an older page is taken over: $shown', async ({ stored, there, shown }) => {
  localStorage.setItem('browser-id', aUser().uuid);
  for (const [key, value] of Object.entries(stored))
    localStorage.setItem(key, JSON.stringify(value));
  server.cities = there;
  vi.resetModules();
  const page = await import('./synced-lists');
  await page.sendSyncedLists();
  expect(page.syncedLists.cities.items().map(({ key }) => key)).toEqual(shown);
  expect(serverKeys()).toEqual(shown);
  expect(Object.keys(localStorage).filter((key) => /cities.*v1/.test(key))).toEqual([]);
});

test('what an older page that is still open changes later is taken over, too', async () => {
  toggleMyCity('lima');
  localStorage.setItem('my-cities:v1', JSON.stringify([city('oslo', '')]));
  vi.resetModules();
  const page = await import('./synced-lists');
  expect(page.syncedLists.cities.items().map(({ key }) => key)).toEqual(['lima', 'oslo']);
});

describe('with an account', () => {
  const user = aUser();
  const credentials = { username: user.username, password: 'correct horse' };

  beforeEach(async () => {
    server.accounts = [user];
    toggleMyCity('lima');
    await sendSyncedLists();
    await aMinuteLater();
  });

  test('after handing over a list, the page shows the list that the server has merged', async () => {
    await signIn(credentials, true);
    server.cities = [city('paris'), city('lima')];
    await fetchCities();
    expect(keys()).toEqual(['paris', 'lima']);
    expect(cityList.hasUnsent()).toBe(false);
  });

  test('an unsent list is added to the account’s list and replaces nothing', async () => {
    toggleMyCity('oslo');
    await adoptAccount(user, false);
    // The server has added the list that it had of this browser.
    server.cities = [city('paris'), city('lima')];
    await fetchCities();
    expect([keys(), serverKeys()]).toEqual([
      ['paris', 'lima', 'oslo'],
      ['paris', 'lima', 'oslo'],
    ]);
  });

  test('a list that stays behind is hidden while signed in, and shown again afterwards', async () => {
    await signIn(credentials, false);
    expect(keys()).toEqual([]);
    server.cities = [city('paris')];
    await fetchCities();
    expect(keys()).toEqual(['paris']);
    await signOut();
    expect(keys()).toEqual(['lima']);
    expect(JSON.stringify(localStorage)).not.toContain('paris');
    server.cities = [city('lima'), city('oslo')];
    followSyncedList('cities');
    await vi.waitFor(() => {
      expect(keys()).toEqual(['lima', 'oslo']);
    });
  });
});
