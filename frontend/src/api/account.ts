// The account of whoever is signed in: who it is, signing in and out, and all that this browser owns.
import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';
import { forgetMissedAlarms } from '../rings/missed-alarms';
import { alarmDeletions, timerDeletions } from '../rings/pending-deletions';
import { forgetStoredValues } from '../browser/stored-value';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { themeKey } from '../styles/theme-choice';
import { adoptBrowserId, browserId, browserIdKey, renewBrowserId } from './browser-id';
import { request } from './client';
import { fetchingDefaults } from './lists';
import { ProblemError } from './problem-error';
import type { Credentials, Instant, User } from './types';

const userPath = '/api/user';
const belongingsPath = '/api/browser';

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

async function fetchUser(): Promise<User | null> {
  try {
    return await request<User>('GET', userPath);
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    if (failure.status === 401) return null;
    throw new Error(`Auth failed: ${failure.statusText}`, { cause: failure });
  }
}

/** Makes an account and signs in; it keeps what this browser owns. */
export async function register(credentials: Credentials): Promise<void> {
  const user = await request<User>('POST', '/api/register', credentials);
  if (user.uuid !== browserId()) forgetMissedAlarms();
  await goOnAs(user);
}

/** Signs in; `bring` makes all alarms and timers of this browser the account's. */
export async function signIn(credentials: Credentials, bring: boolean): Promise<void> {
  await settleDeletions();
  const user = await request<User>('POST', '/api/login', { ...credentials, bring });
  if (!bring && user.uuid !== browserId()) forgetMissedAlarms();
  await goOnAs(user);
}

/** Signs out; the browser goes on without the account's alarms and timers. */
export async function signOut(): Promise<void> {
  await settleDeletions();
  await request('POST', '/api/logout');
  forgetMissedAlarms();
  await goOnAs(null);
}

/** All that this browser owns, as the server tells it: a text for people and machines, and a name for its file. */
export async function fetchBelongings(): Promise<{
  readonly fileName: string;
  readonly text: string;
}> {
  const belongings = await request<{ readonly asOf: Instant }>('GET', belongingsPath);
  return {
    fileName: `tokibako-${belongings.asOf.slice(0, 10)}.json`,
    text: `${JSON.stringify(belongings, null, 2)}\n`,
  };
}

/** Deletes all that this browser owns, and what the site keeps in it but how bright it is. */
export async function forgetBrowser(): Promise<void> {
  await settleDeletions();
  await request('DELETE', belongingsPath);
  // The id is replaced rather than removed, so that no other tab makes itself one meanwhile.
  forgetStoredValues([browserIdKey, themeKey]);
  await goOnAs(null);
}

/** Rows on their way out must not come along, nor be deleted in another's name. */
async function settleDeletions(): Promise<void> {
  await Promise.all([alarmDeletions.settleAll(), timerDeletions.settleAll()]);
}

async function goOnAs(user: User | null): Promise<void> {
  if (user === null) renewBrowserId();
  else adoptBrowserId(user.uuid);
  await mutate(userPath, user, { revalidate: false });
  announceToTabs('account-changed', null);
}
