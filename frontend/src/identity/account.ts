// The account: who is signed in, signing in and out, and exporting or deleting this browser's data.
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { deleteCachedPages } from '../browser/cached-pages';
import { deleteOwnSoundFile } from '../browser/own-sound-file';
import { deleteStoredValues } from '../browser/stored-value';
import { onTabMessage } from '../browser/tab-channel';
import { savedRuns } from '../stopwatch/saved-runs';
import { themeKey } from '../settings/theme-choice';
import { browserId, browserIdKey } from './browser-id';
import { fetchingDefaults, fetchJson, request, requestAs } from '../api/client';
import { idBeforeSignIn, isAccountHere } from './account-here';
import { leaveAccount, fetchUser, adoptAccount, userPath } from './identity';
import { countUnsaved } from './owned-values';
import { myCities } from '../offline/my-cities';
import { sendUnsaved } from '../offline/outbox-send';
import { leaveDevice } from '../push/push-devices';
import type { Schemas, AccountSession, Credentials, User } from '../model/types';

const belongingsPath = '/api/browser';
const sessionsPath = '/api/sessions';

interface UserState {
  /** Null if nobody is signed in; undefined until the first answer. */
  readonly user: User | null | undefined;
  readonly error: Error | undefined;
  readonly askAgain: () => void;
}

/** Who is signed in. Fetched whenever a component that shows it opens, and updated by other tabs. */
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

/** Creates an account and signs in; the account takes over what this browser owns. */
export async function register(credentials: Credentials): Promise<void> {
  const user = await request<User>(
    'POST',
    '/api/register',
    credentials satisfies Schemas['NewUser'],
  );
  // The id of this browser may be that of another account, whose data are not the new one's.
  await adoptAccount(user, user.uuid !== browserId());
}

/**
 * Signs in. With `bring`, all alarms and timers of this browser become the account's; otherwise they stay here until
 * the visitor signs out.
 */
export async function signIn(credentials: Credentials, bring: boolean): Promise<void> {
  await commitDeletions();
  const user = await request<User>('POST', '/api/login', {
    ...credentials,
    bring,
  } satisfies Schemas['Login']);
  await adoptAccount(user, !bring);
}

interface SignOut {
  /** Nobody is signed out if changes could not be sent, unless that is wanted; who was signed out elsewhere is told anyway. */
  readonly result: 'signed out' | 'unsaved' | 'signed out elsewhere';
  /** How many changes the server does not have: they would be lost, or are. */
  readonly unsaved: number;
}

/**
 * Signs out when all changes were sent, or `anyway`. The browser then has its own alarms and timers again, without the
 * account's.
 */
export async function signOut({ anyway = false } = {}): Promise<SignOut> {
  await commitDeletions();
  // Otherwise the browser's own id, which it has again, would be left.
  if (!isAccountHere()) return { result: 'signed out elsewhere', unsaved: 0 };
  const waiting = countUnsaved();
  if (waiting > 0 && !anyway) return { result: 'unsaved', unsaved: waiting };
  // The next person who uses this browser must not hear the account's alarms.
  await leaveDevice();
  await request('POST', '/api/logout');
  const unsaved = countUnsaved();
  await leaveAccount();
  return { result: 'signed out', unsaved };
}

/** Changes the password, which signs out all other browsers. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await commitDeletions();
  const change: Schemas['PasswordChange'] = { oldPassword, newPassword };
  await adoptAccount(await request<User>('POST', '/api/password', change), false);
}

interface SessionsState {
  /** Sorted by last use; undefined until the first answer. */
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

export async function endSession(id: number): Promise<void> {
  await commitDeletions();
  await request('DELETE', `${sessionsPath}/${String(id)}`);
  await followRenewal();
}

/** Signs all other browsers out. */
export async function signOutEverywhere(): Promise<void> {
  await commitDeletions();
  await request('DELETE', sessionsPath);
  await followRenewal();
}

/** The account has a new id, which this browser now uses. */
async function followRenewal(): Promise<void> {
  await fetchUser();
  await mutate(sessionsPath);
}

/**
 * Everything this browser owns on the server, and what it stores locally: a text for people and machines that begins
 * with a notice, and a name for its file.
 */
export async function fetchBelongings(notice: string): Promise<{
  readonly fileName: string;
  readonly text: string;
}> {
  const keptHere = { cities: myCities(), stopwatchRuns: savedRuns() };
  const belongings = await request<Schemas['Belongings']>('GET', belongingsPath);
  return {
    fileName: `tokibako-${belongings.asOf.slice(0, 10)}.json`,
    text: `${JSON.stringify({ notice, ...belongings, ...keptHere }, null, 2)}\n`,
  };
}

/** Deletes everything this browser owns and everything the site stores in it, except the choice of theme. */
export async function forgetBrowser(): Promise<void> {
  await commitDeletions({ sends: false });
  await leaveDevice();
  const ownId = idBeforeSignIn();
  if (ownId !== null) await requestAs(ownId, 'DELETE', belongingsPath);
  await request('DELETE', belongingsPath);
  // The id is replaced rather than removed; otherwise another tab could create one meanwhile.
  deleteStoredValues([browserIdKey, themeKey]);
  await leaveAccount();
  await deleteOwnSoundFile();
  await deleteCachedPages().catch(() => undefined);
  // Removes what other tabs wrote while their pages closed.
  deleteStoredValues([browserIdKey, themeKey]);
}

/**
 * Rows with a pending deletion must not be handed over, nor deleted under another id, nor count as present; unsaved changes
 * are sent first.
 */
export async function commitDeletions({ sends = true } = {}): Promise<void> {
  await Promise.all([alarmDeletions.commitAll(), timerDeletions.commitAll()]);
  if (sends) await sendUnsaved().catch(() => undefined);
}
