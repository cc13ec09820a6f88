// The browser id in a cookie of the server, to which a browser returns that has deleted its storage: some do so to a
// site that was not visited for a week, but keep such cookies. Only a browser that owns something has one, and none
// while an account is signed in.
import { browserId, adoptBrowserId, browserIdIsNew } from './browser-id';
import { request } from '../api/client';
import { isAccountHere } from './account-here';
import type { Schemas } from '../model/types';
import { knownList } from '../rows/store';
import { unsaved } from '../offline/outbox';
import { fetchUser } from './identity';

const idPath = '/api/browser/id';

/** The id that this page has stored in the cookie. */
let storedId: string | null = null;

/** Stores the id of a browser that owns rows, once per page, which also renews the cookie. */
export function storeIdInCookie(): void {
  const id = browserId();
  // Signing in deletes the cookie.
  if (isAccountHere()) storedId = null;
  if (id === storedId || isAccountHere()) return;
  storedId = id;
  request('PUT', idPath).catch(() => {
    storedId = null;
  });
}

/**
 * Returns to the account of the session, or to the id in the cookie, if this page has found no stored id and nothing has
 * been created since.
 */
export function restoreBrowserId(): void {
  if (!browserIdIsNew()) return;
  const made = browserId();
  request<Schemas['StoredBrowserId']>('GET', idPath)
    .then(async ({ browserId: id, hasSession }) => {
      if (browserId() !== made || ownsAnything()) return;
      if (hasSession) await fetchUser();
      else if (id !== null) adoptBrowserId(id);
    })
    // Without a secure connection, for example, browsers do not tell the server whose page asks.
    .catch(() => undefined);
}

function ownsAnything(): boolean {
  return (['alarms', 'timers'] as const).some(
    (list) => (knownList(list)?.rows.length ?? 0) > 0 || unsaved(list).length > 0,
  );
}
