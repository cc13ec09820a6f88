// Signing in and out: which id the browser has afterwards, which data it hands over, and which it deletes.
import { toggleMyCity } from '../offline/my-cities';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { mutate, SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordMissedAlarms, useMissedAlarms } from '../ringing/missed-alarms';
import { useLastingState } from '../browser/lasting-state';
import { storeOwnSoundFile, ownSoundFile } from '../browser/own-sound-file';
import { alarmDeletions } from '../rings/pending-deletions';
import { startOrStop, useStopwatch } from '../stopwatch/stopwatch-store';
import { changePassword, forgetBrowser, register, signIn, signOut, useUser } from './account';
import { browserId } from './browser-id';
import { checkAccount, followEndedId } from './identity';
import { storeList } from '../rows/store';
import { answerRing } from '../api/rings';

vi.mock('../browser/indexed-store', () => import('../testing/fake-indexed-store'));

const credentials = { username: 'Hana', password: 'correct horse' };
const user = {
  id: 1,
  uuid: '7f1c4a60-98b2-4d9e-8a41-0c5d1e2f3a4b',
  username: 'Hana',
  lastVisited: '2026-11-21T04:00:00Z',
};
const missed = { key: 'alarm:1:1', dueAt: 1, label: 'Up', rang: false };

interface Sent {
  readonly call: string;
  readonly as: string | undefined;
  readonly body: unknown;
}
let sent: Sent[];
let answer: () => Response;

beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  sent = [];
  answer = () => Response.json(user);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ call: `${init.method ?? 'GET'} ${path}`, as: headers['X-Browser-Id'], body });
    return Promise.resolve(answer());
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Without deduplication: every request is sent. */
function unhurried({ children }: { readonly children: ReactNode }) {
  return createElement(SWRConfig, { value: { dedupingInterval: 0 } }, children);
}

const missedNow = () => renderHook(useMissedAlarms).result.current.missed;

describe('the signed-in user', () => {
  test('is the account in the response of the server', async () => {
    const { result } = renderHook(useUser, { wrapper: unhurried });
    await waitFor(() => {
      expect(result.current.user).toEqual(user);
    });
  });

  test('is null after a 401, which does not count as a failure', async () => {
    answer = () => new Response('{"status":401}', { status: 401 });
    const { result } = renderHook(useUser, { wrapper: unhurried });
    await waitFor(() => {
      expect(result.current.user).toBeNull();
    });
    expect(result.current.error).toBeUndefined();
  });

  test('is unknown if the server fails', async () => {
    answer = () => new Response('', { status: 500, statusText: 'Out of order' });
    const { result } = renderHook(useUser, { wrapper: unhurried });
    await waitFor(() => {
      expect(result.current.error).toMatchObject({ message: 'Auth failed: Out of order' });
    });
    expect(result.current.user).toBeUndefined();
  });
});

test.each([
  ['hands over this browser’s data', true],
  ['leaves this browser’s data behind', false],
])('signing in switches to the browser id of the account and %s', async (_, bring) => {
  const before = browserId();
  recordMissedAlarms([missed]);
  await signIn(credentials, bring);
  expect(sent).toEqual([{ call: 'POST /api/login', as: before, body: { ...credentials, bring } }]);
  expect(browserId()).toBe(user.uuid);
  expect(missedNow()).toMatchObject(bring ? [missed] : []);
});

test('rows with a pending deletion are deleted before signing in, under the id of their browser', async () => {
  const before = browserId();
  alarmDeletions.begin({
    id: 7,
    remove: async () => {
      await fetch('/api/alarms/7', { method: 'DELETE', headers: { 'X-Browser-Id': browserId() } });
    },
    onFailure: vi.fn(),
  });
  await signIn(credentials, true);
  expect(sent.map(({ call, as }) => [call, as])).toEqual([
    ['DELETE /api/alarms/7', before],
    ['POST /api/login', before],
  ]);
});

test('a refused sign-in changes nothing', async () => {
  const before = browserId();
  recordMissedAlarms([missed]);
  answer = () => new Response('{"status":401}', { status: 401 });
  await expect(signIn(credentials, false)).rejects.toMatchObject({ status: 401 });
  expect(browserId()).toBe(before);
  expect(missedNow()).toMatchObject([missed]);
});

test('after registration the browser keeps its id, or takes the one that the server returns', async () => {
  const before = browserId();
  answer = () => Response.json({ ...user, uuid: before }, { status: 201 });
  await register(credentials);
  expect(browserId()).toBe(before);
  answer = () => Response.json(user, { status: 201 });
  await register(credentials);
  expect(browserId()).toBe(user.uuid);
});

test.each([
  ['the browser gets back the data that it left behind', false],
  ['the data that were handed over stay with the account', true],
])('signing out: %s', async (_, bring) => {
  const before = browserId();
  await signIn(credentials, bring);
  answer = () => new Response(null, { status: 204 });
  await signOut();
  expect(browserId() === before).toBe(!bring);
  expect(browserId()).not.toBe(user.uuid);
  expect(localStorage.getItem('account:v1')).toBeNull();
});

test('a browser whose session was ended on another device leaves the id of the account', async () => {
  await signIn(credentials, true);
  recordMissedAlarms([missed]);
  answer = () => new Response('{"status":401}', { status: 401 });
  checkAccount();
  await waitFor(() => {
    expect(browserId()).not.toBe(user.uuid);
  });
  expect(missedNow()).toMatchObject([]);
  sent = [];
  checkAccount();
  expect(sent).toEqual([]);
});

test('after signing out no request is sent with the id of the account', async () => {
  await signIn(credentials, true);
  answer = () => Response.json({ status: 503 }, { status: 503 });
  await expect(answerRing({ kind: 'timer', id: 7, dueAt: 1 }, 'stop')).rejects.toThrow();
  expect(JSON.stringify(localStorage)).toContain(user.uuid);
  answer = () => new Response(null, { status: 204 });
  await signOut();
  expect(JSON.stringify(localStorage)).not.toContain(user.uuid);
});

test('after signing out no list of the account is left, even if the next lists cannot be fetched', async () => {
  await signIn(credentials, true);
  storeList('alarms', { rows: [{ id: 1, label: 'Up', browserId: user.uuid }], asOf: 1 });
  answer = () => new Response(null, { status: 204 });
  await signOut();
  expect(JSON.stringify(localStorage)).not.toContain('Up');
});

test('a signed-in browser switches to the new id of its account', async () => {
  await signIn(credentials, true);
  vi.useFakeTimers();
  const renewed = { ...user, uuid: '0b9d7d52-1c53-4a08-9f5e-3f6f6f1f2a10' };
  answer = () => Response.json(renewed);
  void followEndedId('3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(1);
  void followEndedId(user.uuid);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(browserId()).toBe(renewed.uuid);
});

test('a browser that replaced its id itself is not signed out by the event about that', async () => {
  await signIn(credentials, true);
  vi.useFakeTimers();
  const renewed = { ...user, uuid: '0b9d7d52-1c53-4a08-9f5e-3f6f6f1f2a10' };
  // Without the new cookie the server identifies no session.
  answer = () => Response.json({ status: 401 }, { status: 401 });
  void followEndedId(user.uuid);
  await vi.advanceTimersByTimeAsync(999);
  answer = () => Response.json(renewed);
  await changePassword('correct horse', 'three blue mice');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(browserId()).toBe(renewed.uuid);
  expect(sent.map(({ call }) => call)).toEqual(['POST /api/login', 'POST /api/password']);
});

test('a browser without an account gets a new id if its data were deleted on another device', async () => {
  const before = browserId();
  answer = () => Response.json({ status: 401 }, { status: 401 });
  await followEndedId(before);
  expect(browserId()).not.toBe(before);
});

test('a browser keeps its id if the server still has its data, whoever reported the end of the id', async () => {
  const before = browserId();
  const belongings = { alarms: [], timers: [{ id: 1 }] };
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path === '/api/browser' ? Response.json(belongings) : Response.json({}, { status: 401 }),
    ),
  );
  await followEndedId(before);
  expect(browserId()).toBe(before);
});

test('deleting an account also deletes the data that the browser had before it signed in', async () => {
  const before = browserId();
  await signIn(credentials, false);
  sent = [];
  answer = () => new Response(null, { status: 204 });
  await forgetBrowser();
  expect(sent.map(({ call, as }) => [call, as])).toEqual([
    ['DELETE /api/browser', before],
    ['DELETE /api/browser', user.uuid],
  ]);
  expect([before, user.uuid]).not.toContain(browserId());
  expect(Object.keys(localStorage)).toEqual(['browser-id']);
});

test('signing out switches to a new browser id and keeps the stopwatch', async () => {
  await signIn(credentials, false);
  startOrStop();
  answer = () => new Response(null, { status: 204 });
  recordMissedAlarms([missed]);
  await signOut();
  expect(sent.at(-1)).toMatchObject({ call: 'POST /api/logout' });
  expect(browserId()).not.toBe(user.uuid);
  expect(missedNow()).toMatchObject([]);
  const { result } = renderHook(useStopwatch);
  expect(result.current.started).not.toBeNull();
});

test('signing out leaves nothing that was half typed', async () => {
  await signIn(credentials, false);
  const line = () => renderHook(() => useLastingState('alarm-line', ''));
  const before = line();
  act(() => {
    before.result.current[1]('7:30 dentist');
  });
  before.unmount();
  const again = line();
  expect(again.result.current[0]).toBe('7:30 dentist');
  again.unmount();
  answer = () => new Response(null, { status: 204 });
  await signOut();
  expect(line().result.current[0]).toBe('');
});

test('deleting all data leaves only a new id and the theme', async () => {
  const before = browserId();
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('stream:v1', '{}');
  toggleMyCity('paris');
  await storeOwnSoundFile({ name: 'tune', bytes: new ArrayBuffer(1) });
  recordMissedAlarms([missed]);
  startOrStop();
  const stopwatch = renderHook(useStopwatch);
  answer = () => new Response(null, { status: 204 });
  await forgetBrowser();
  expect(sent).toEqual([{ call: 'DELETE /api/browser', as: before, body: undefined }]);
  expect(browserId()).not.toBe(before);
  expect(Object.keys(localStorage).sort()).toEqual(['browser-id', 'theme']);
  expect(await ownSoundFile()).toBeNull();
  stopwatch.rerender();
  expect(stopwatch.result.current.started).toBeNull();
});

test('nothing is deleted here if the server cannot delete its data', async () => {
  const before = browserId();
  recordMissedAlarms([missed]);
  answer = () => new Response('', { status: 500 });
  await expect(forgetBrowser()).rejects.toMatchObject({ status: 500 });
  expect(browserId()).toBe(before);
  expect(missedNow()).toMatchObject([missed]);
});
