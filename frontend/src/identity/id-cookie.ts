// The browser id in a cookie of the server: browsers that delete the storage of a site that was not visited for a week
// keep such cookies. Only a browser that owns something has one, and none while an account is signed in.
import { browserId } from './browser-id';
import { request } from '../api/client';
import { isAccountHere } from './account-here';

export const idPath = '/api/browser/id';

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
