// Whether an account is signed in here, as far as this browser knows.
import { storedValue, useStoredValue } from '../browser/stored-value';

/** An account is signed in here; with the browser's own id, if alarms and timers were left there. */
interface AccountHere {
  readonly ownId: string | null;
}

export const storedAccount = storedValue<AccountHere | null>('account:v1', null, (stored) => {
  const { ownId } = stored as Partial<AccountHere>;
  return { ownId: typeof ownId === 'string' ? ownId : null };
});

/** The id that this browser had before it signed in, if its data were left there. */
export function idBeforeSignIn(): string | null {
  return storedAccount.read()?.ownId ?? null;
}

/** Whether an account is signed in here, as far as this browser knows. */
export function isAccountHere(): boolean {
  return storedAccount.read() !== null;
}

/** The answer of `isAccountHere`, for components. */
export function useAccountHere(): boolean {
  return useStoredValue(storedAccount, null) !== null;
}
