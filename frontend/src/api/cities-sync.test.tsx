// The visitor's cities here and on the server: painted from here, sent and fetched beside that.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { aUser } from '../testing/rows';
import { signIn, signOut } from './account';
import { adoptBrowserId } from './browser-id';
import { bringCities, fetchCities, hasUnsentCities, sendCities } from './cities-sync';
import { followCities } from './follow-cities';
import { addMyCities, moveMyCity, myCities, nameMyCity, toggleMyCity } from './my-cities';
import { sendUnsaved } from './outbox-send';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const keys = () => myCities().map(({ key }) => key);
const serverKeys = () => server.cities?.map(({ key }) => key);
const calls = () => server.sent.map(({ method, path }) => `${method} ${path}`);
const city = (key: string, name: string | null = null) => ({ key, name }) as never;

test('nothing is asked or sent for somebody who never chose', async () => {
  followCities();
  await sendUnsaved();
  expect(server.sent).toEqual([]);
  await fetchCities();
  expect(calls()).toEqual(['GET /api/cities']);
  expect(Object.keys(localStorage).filter((key) => key.includes('cities'))).toEqual([]);
});

test('a choice is sent, with its names and order, and every later change', async () => {
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
  expect(hasUnsentCities()).toBe(false);
  await sendUnsaved();
  expect(calls()).toEqual(['GET /api/cities', ...Array<string>(3).fill('PUT /api/cities')]);
});

test('what another device changed is taken over', async () => {
  toggleMyCity('lima');
  await sendCities();
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

test('a change made without the server is kept, and replaces what is there later', async () => {
  toggleMyCity('lima');
  await sendCities();
  server.isAway = true;
  toggleMyCity('oslo');
  await expect(sendUnsaved()).rejects.toThrow();
  expect(keys()).toEqual(['lima', 'oslo']);
  server.isAway = false;
  server.cities = [city('paris')];
  await fetchCities();
  expect([keys(), serverKeys()]).toEqual([
    ['lima', 'oslo'],
    ['lima', 'oslo'],
  ]);
});

test('a list that the server was never told of is added to the one that is there', async () => {
  localStorage.setItem('pinned-cities:v1', '["oslo","paris"]');
  server.cities = [city('paris', 'Home'), city('lima')];
  await sendUnsaved();
  expect([keys(), serverKeys()]).toEqual([
    ['paris', 'lima', 'oslo'],
    ['paris', 'lima', 'oslo'],
  ]);
  expect(myCities()[0]?.name).toBe('Home');
});

test('a list that the server has lost is sent again', async () => {
  toggleMyCity('lima');
  await sendCities();
  server.cities = null;
  await fetchCities();
  expect(serverKeys()).toEqual(['lima']);
});

test('there are fifty at most, here and there', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    key: `city-${String(index)}`,
    name: '',
  }));
  expect(addMyCities(many)).toHaveLength(10);
  expect(toggleMyCity('lima')).toBe(false);
  // An older page let a list be longer, and have what is no key.
  localStorage.setItem('my-cities:v1', JSON.stringify([{ key: 'São', name: '' }, ...many]));
  await sendCities();
  expect(server.cities).toHaveLength(50);
  expect([keys().length, hasUnsentCities()]).toEqual([61, false]);
});

describe('with an account', () => {
  const user = aUser();
  const credentials = { username: user.username, password: 'correct horse' };

  beforeEach(async () => {
    server.accounts = [user];
    toggleMyCity('lima');
    await sendCities();
  });

  test('what was brought along is what the server has made of both', async () => {
    await signIn(credentials, true);
    server.cities = [city('paris'), city('lima')];
    await fetchCities();
    expect(keys()).toEqual(['paris', 'lima']);
    expect(hasUnsentCities()).toBe(false);
  });

  test('what could not be sent before is added, and replaces nothing', async () => {
    toggleMyCity('oslo');
    bringCities(user.uuid);
    adoptBrowserId(user.uuid);
    server.cities = [city('paris')];
    await fetchCities();
    expect([keys(), serverKeys()]).toEqual([
      ['paris', 'lima', 'oslo'],
      ['paris', 'lima', 'oslo'],
    ]);
  });

  test('what was left behind is not shown meanwhile, and comes back', async () => {
    await signIn(credentials, false);
    expect(keys()).toEqual([]);
    server.cities = [city('paris')];
    await fetchCities();
    expect(keys()).toEqual(['paris']);
    await signOut();
    expect(keys()).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toContain('paris');
    server.cities = [city('lima')];
    followCities();
    await vi.waitFor(() => {
      expect(keys()).toEqual(['lima']);
    });
  });
});
