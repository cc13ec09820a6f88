// The browser's id while an account is signed in, and afterwards.
import { mutate } from 'swr';
import { announceToTabs } from '../browser/tab-channel';
import { after } from '../time/background-timer';
import { idBeforeSignIn, isAccountHere, storedAccount } from './account-here';
import { adoptBrowserId, browserId, renewBrowserId } from './browser-id';
import { request, requestAs } from '../api/client';
import { isAway, isRenewed, ProblemError } from '../api/problem-error';
import { dropLastingState } from '../browser/lasting-state';
import { storedValue } from '../browser/stored-value';
import { countUnsaved, leaveOwned } from './owned-values';
import type { Schemas, User } from '../model/types';

export const userPath = '/api/user';
const answerComesWithinMs = 1_000;

interface SignedOut {
  /** How many changes that were made here were lost by that. */
  readonly unsaved: number;
}

/** That the account was signed out elsewhere, as long as nobody has read it; otherwise null. */
export const signedOut = storedValue<SignedOut | null>('signed-out:v1', null, (stored) => {
  // Pages of the release before have stored `true`.
  const { unsaved } = stored as Partial<SignedOut>;
  return { unsaved: typeof unsaved === 'number' ? unsaved : 0 };
});

/** Whether the server has said, since this page last may have missed something, that the account has this id. */
let isConfirmed = false;
let confirming: Promise<unknown> | null = null;

/**
 * Makes sure that this browser has the present id of its account, or none if it was signed out, before lists are trusted
 * or edits are sent. Fails if the server cannot be reached.
 */
export async function confirmAccount(): Promise<void> {
  // The end of an id that is being followed answers the question, or leaves it open.
  while (confirming !== null) await confirming.catch(() => undefined);
  if (!isAccountConfirmed()) await once(fetchUser());
}

/** Whether this browser has the present id of its account, as far as a page knows that is not to wait for the server. */
export function isAccountConfirmed(): boolean {
  return isConfirmed || storedAccount.read() === null;
}

async function once(asking: Promise<unknown>): Promise<void> {
  confirming = asking;
  try {
    await asking;
  } finally {
    if (confirming === asking) confirming = null;
  }
}

/** This page may have missed that the account has another id by now: it has slept, or lost the stream. */
export function doubtAccount(): void {
  isConfirmed = false;
}

/** Switches to the id of an account; `leaves` remembers this browser's own id for later. */
export async function adoptAccount(user: User, leaves: boolean): Promise<void> {
  const known = storedAccount.read();
  const former = browserId();
  const ownId = known?.ownId ?? (leaves && known === null ? former : null);
  const goesOver = !leaves && user.uuid !== former;
  const formerIds = leaves ? [] : (known?.formerIds ?? []);
  // Before the id changes: what is stored for a former id would never be sent.
  storedAccount.write({
    ownId: ownId === user.uuid ? null : ownId,
    formerIds: goesOver ? [...formerIds, former] : formerIds,
  });
  adoptBrowserId(user.uuid);
  isConfirmed = true;
  await announceUser(user);
}

/** Leaves the account: returns to the browser's own id, or to a new one. */
export async function leaveAccount(): Promise<void> {
  const ownId = idBeforeSignIn();
  leaveOwned(browserId());
  dropLastingState();
  storedAccount.clear();
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
    if (asked === browserId() || user.uuid === browserId()) isConfirmed = true;
    return user;
  } catch (failure) {
    // A proxy's sign-in says nothing about the account.
    if (!(failure instanceof ProblemError) || isAway(failure)) throw failure;
    if (failure.status !== 401) {
      throw new Error(`Auth failed: ${failure.statusText}`, { cause: failure });
    }
    if (asked === browserId() && storedAccount.read() !== null) {
      // First, so that a tab that is killed between does not leave it unsaid.
      signedOut.write({ unsaved: countUnsaved() });
      await leaveAccount();
    }
    return null;
  }
}

/**
 * Called when the server reports that the id has ended: it was deleted, or replaced by its account. Switches to the
 * account's present id, or to none. If the server cannot be reached, nothing changes.
 */
export async function followEndedId(ended: string): Promise<void> {
  doubtAccount();
  // Several requests may report the same end.
  while (confirming !== null) await confirming.catch(() => undefined);
  if (ended === browserId()) await once(followEnd(ended));
}

async function followEnd(ended: string): Promise<void> {
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
    // An account's id without its session, or one that the account has given up.
    if (failure instanceof ProblemError && (failure.status === 401 || isRenewed(failure)))
      return false;
    throw failure;
  }
}

/** Checks whether the account that was signed in here still is, and its id: when a page starts, and after it may have missed something. */
export function checkAccount(): void {
  doubtAccount();
  void confirmAccount().catch(() => undefined);
}

async function announceUser(user: User | null): Promise<void> {
  await mutate(userPath, user, { revalidate: false });
  announceToTabs('account-changed', null);
}
