// The browser's id while an account is signed in, and afterwards.
import { mutate } from 'swr';
import { listenersTo } from '../browser/listeners';
import { announceToTabs } from '../browser/tab-channel';
import { forgetMissedAlarms } from '../rings/missed-alarms';
import { after } from '../time/background-timer';
import { idBeforeSignIn, isAccountHere, storedAccount } from './account-here';
import { adoptBrowserId, browserId, renewBrowserId } from './browser-id';
import { bringCities, leaveCities } from '../api/cities-sync';
import { request, requestAs } from '../api/client';
import { bringDaysOff, leaveDaysOff } from '../offline/days-off';
import { forgetLists } from '../offline/unsaved-rows';
import { forgetUnsaved } from '../offline/outbox';
import { ProblemError } from '../api/problem-error';
import { forgetUnsentAnswers } from '../api/rings';
import { forgetOrder } from '../offline/timer-order';
import type { Schemas } from '../model/schemas';
import type { User } from '../model/types';

export const userPath = '/api/user';
const answerComesWithinMs = 1_000;
const endedElsewhere = listenersTo();

/** Calls back when the account turns out to be signed out, which was done elsewhere, until the returned function is called. */
export const onSignedOutElsewhere = endedElsewhere.add;

/** Switches to the id of an account; `leaves` remembers this browser's own id for later. */
export async function adoptAccount(user: User, leaves: boolean): Promise<void> {
  const known = storedAccount.read();
  const ownId = known?.ownId ?? (leaves && known === null ? browserId() : null);
  storedAccount.write({ ownId: ownId === user.uuid ? null : ownId });
  if (user.uuid !== browserId()) {
    if (leaves) leaveCities(user.uuid);
    else bringCities(user.uuid);
    if (leaves) leaveDaysOff(user.uuid);
    else bringDaysOff(user.uuid);
    forgetLists();
  }
  adoptBrowserId(user.uuid);
  await announceUser(user);
}

/** Leaves the account: returns to the browser's own id, or to a new one. */
export async function leaveAccount(): Promise<void> {
  const ownId = idBeforeSignIn();
  storedAccount.clear();
  forgetMissedAlarms();
  forgetUnsentAnswers(browserId());
  forgetUnsaved(browserId());
  forgetLists();
  leaveCities(ownId);
  leaveDaysOff(ownId);
  forgetOrder();
  if (ownId === null) renewBrowserId();
  else adoptBrowserId(ownId);
  await announceUser(null);
}

/** Asks the server who is signed in, and follows a new id of the account, or a session that was ended elsewhere. */
export async function fetchUser(): Promise<User | null> {
  const asked = browserId();
  try {
    const user = await request<User>('GET', userPath);
    if (asked === browserId() && (user.uuid !== asked || storedAccount.read() === null)) {
      await adoptAccount(user, false);
    }
    return user;
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    if (failure.status !== 401) {
      throw new Error(`Auth failed: ${failure.statusText}`, { cause: failure });
    }
    if (asked === browserId() && storedAccount.read() !== null) {
      await leaveAccount();
      endedElsewhere.notify();
    }
    return null;
  }
}

/**
 * Called when the server reports that the id has ended: it was deleted, or replaced by its account. Switches to the
 * account's present id, or to none. If the server cannot be reached, nothing changes.
 */
export async function followEndedId(ended: string): Promise<void> {
  // Another tab may have caused it: the response to that tab brings the cookie that identifies the session.
  if (isAccountHere()) await new Promise<void>((resume) => after(answerComesWithinMs, resume));
  if (ended !== browserId()) return;
  try {
    const user = await fetchUser();
    if (user !== null || ended !== browserId() || (await ownsAnything(ended))) return;
    if (ended === browserId()) renewBrowserId();
  } catch (failure) {
    console.warn('could not ask who this browser is now:', failure);
  }
}

/** Whether the server has anything of a browser id. If it has, a report that the id has ended was wrong. */
async function ownsAnything(id: string): Promise<boolean> {
  try {
    const { alarms, timers } = await requestAs<Partial<Schemas['Belongings']>>(
      id,
      'GET',
      '/api/browser',
    );
    return [alarms, timers].some((rows) => rows !== undefined && rows.length > 0);
  } catch (failure) {
    // An account's id without its session.
    if (failure instanceof ProblemError && failure.status === 401) return false;
    throw failure;
  }
}

/** Checks, when a page starts, whether the account that was signed in here still is. */
export function checkAccount(): void {
  if (storedAccount.read() !== null) void fetchUser().catch(() => undefined);
}

async function announceUser(user: User | null): Promise<void> {
  await mutate(userPath, user, { revalidate: false });
  announceToTabs('account-changed', null);
}
