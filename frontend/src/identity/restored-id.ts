// Returns to the browser id that the server's cookie has, when this browser has deleted its storage.
import { request } from '../api/client';
import type { Schemas } from '../model/types';
import { knownList } from '../rows/store';
import { unsaved } from '../offline/outbox';
import { adoptBrowserId, browserId, browserIdIsNew } from './browser-id';
import { idPath } from './id-cookie';
import { fetchUser } from './identity';

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
