// The account of whoever is signed in: who it is, signing in and out, and all that this browser owns.
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { forgetMissedAlarms } from '../rings/missed-alarms';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { deleteKeptPages } from '../browser/kept-pages';
import { deleteOwnSoundFile } from '../browser/own-sound-file';
import { forgetStoredValues } from '../browser/stored-value';
import { onTabMessage } from '../browser/tab-channel';
import { savedRuns } from '../stopwatch/saved-runs';
import { themeKey } from '../styles/theme-choice';
import { browserId, browserIdKey } from './browser-id';
import { fetchJson, request, requestAs } from './client';
import { endStay, fetchUser, ownIdLeft, stayAs, userPath } from './identity';
import { fetchingDefaults } from './lists';
import { myCities } from './my-cities';
import { sendUnsaved } from './outbox-send';
import { leaveDevice } from './push';
import type { AccountSession, Credentials, Instant, User } from './types';

const belongingsPath = '/api/browser';
const sessionsPath = '/api/sessions';

export interface UserState {
  /** Null where nobody is signed in; undefined until the first answer. */
  readonly user: User | null | undefined;
  readonly error: Error | undefined;
  readonly askAgain: () => void;
}

/** Who is signed in: asked whenever a part that shows it opens, and told by the other tabs. */
export function useUser(): UserState {
  const { data, error } = useSWR<User | null, Error>(userPath, {
    ...fetchingDefaults,
    fetcher: fetchUser,
    revalidateIfStale: true,
  });
  useEffect(() => onTabMessage('account-changed', askAgain), []);
  return { user: data, error, askAgain };
}

function askAgain(): void {
  void mutate(userPath).catch(() => undefined);
}

/** Makes an account and signs in; it keeps what this browser owns. */
export async function register(credentials: Credentials): Promise<void> {
  const user = await request<User>('POST', '/api/register', credentials);
  if (user.uuid !== browserId()) forgetMissedAlarms();
  await stayAs(user, false);
}

/** Signs in; `bring` makes all alarms and timers of this browser the account's, otherwise they wait for the signing out. */
export async function signIn(credentials: Credentials, bring: boolean): Promise<void> {
  await settleDeletions();
  const user = await request<User>('POST', '/api/login', { ...credentials, bring });
  if (!bring && user.uuid !== browserId()) forgetMissedAlarms();
  await stayAs(user, !bring);
}

/** Signs out; the browser goes on without the account's alarms and timers, with its own if it has left any. */
export async function signOut(): Promise<void> {
  await settleDeletions();
  // Whoever has this browser next is not to hear of the account's alarms.
  await leaveDevice();
  await request('POST', '/api/logout');
  await endStay();
}

/** Changes the password, which signs out all other browsers. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await settleDeletions();
  await stayAs(await request<User>('POST', '/api/password', { oldPassword, newPassword }), false);
}

export interface SessionsState {
  /** The last used first; undefined until the first answer. */
  readonly sessions: readonly AccountSession[] | undefined;
  readonly error: Error | undefined;
  readonly askAgain: () => void;
}

/** The browsers that are signed in to the account. */
export function useSessions(): SessionsState {
  const { data, error } = useSWR<readonly AccountSession[], Error>(sessionsPath, {
    ...fetchingDefaults,
    fetcher: fetchJson,
    revalidateIfStale: true,
  });
  return { sessions: data, error, askAgain: askForSessions };
}

function askForSessions(): void {
  void mutate(sessionsPath).catch(() => undefined);
}

/** Signs one other browser out. */
export async function endSession(id: number): Promise<void> {
  await settleDeletions();
  await request('DELETE', `${sessionsPath}/${String(id)}`);
  await followRenewal();
}

/** Signs all other browsers out. */
export async function signOutEverywhere(): Promise<void> {
  await settleDeletions();
  await request('DELETE', sessionsPath);
  await followRenewal();
}

/** The account has another id by now, with which this browser goes on. */
async function followRenewal(): Promise<void> {
  await fetchUser();
  await mutate(sessionsPath);
}

/**
 * All that this browser owns, as the server tells it, with what the browser alone keeps: a text for people and machines
 * that begins with a notice, and a name for its file.
 */
export async function fetchBelongings(notice: string): Promise<{
  readonly fileName: string;
  readonly text: string;
}> {
  const keptHere = { cities: myCities(), stopwatchRuns: savedRuns() };
  const belongings = await request<{ readonly asOf: Instant }>('GET', belongingsPath);
  return {
    fileName: `tokibako-${belongings.asOf.slice(0, 10)}.json`,
    text: `${JSON.stringify({ notice, ...belongings, ...keptHere }, null, 2)}\n`,
  };
}

/** Deletes all that this browser owns, and what the site keeps in it but how bright it is. */
export async function forgetBrowser(): Promise<void> {
  await settleDeletions({ sends: false });
  await leaveDevice();
  const ownId = ownIdLeft();
  if (ownId !== null) await requestAs(ownId, 'DELETE', belongingsPath);
  await request('DELETE', belongingsPath);
  // The id is replaced rather than removed, so that no other tab makes itself one meanwhile.
  forgetStoredValues([browserIdKey, themeKey]);
  await endStay();
  await deleteOwnSoundFile();
  await deleteKeptPages().catch(() => undefined);
  // What the pages of other tabs wrote while they took leave.
  forgetStoredValues([browserIdKey, themeKey]);
}

/** Rows on their way out must not come along, nor be deleted in another's name; what is not saved is saved first. */
async function settleDeletions({ sends = true } = {}): Promise<void> {
  await Promise.all([alarmDeletions.settleAll(), timerDeletions.settleAll()]);
  if (sends) await sendUnsaved().catch(() => undefined);
}
