// Whether an account is signed in here, as far as this browser knows.
import { storedValue, useStoredValue } from '../browser/stored-value';
import { browserId } from './browser-id';

interface AccountHere {
  /** The browser's own id, if alarms and timers were left there. */
  readonly ownId: string | null;
  /** The ids before the account's present one, which owns their rows now. */
  readonly formerIds: readonly string[];
}

export const storedAccount = storedValue<AccountHere | null>('account:v1', null, (stored) => {
  const { ownId, formerIds } = stored as Partial<AccountHere>;
  return {
    ownId: typeof ownId === 'string' ? ownId : null,
    formerIds: Array.isArray(formerIds) ? formerIds : [],
  };
});

/** The id that this browser had before it signed in, if its data were left there. */
export function idBeforeSignIn(): string | null {
  return storedAccount.read()?.ownId ?? null;
}

/** The id that owns now what was stored for an id. */
export function ownerNow(id: string): string {
  return storedAccount.read()?.formerIds.includes(id) === true ? browserId() : id;
}

/** Whether an account is signed in here, as far as this browser knows. */
export function isAccountHere(): boolean {
  return storedAccount.read() !== null;
}

/** The answer of `isAccountHere`, for components. */
export function useAccountHere(): boolean {
  return useStoredValue(storedAccount, null) !== null;
}
