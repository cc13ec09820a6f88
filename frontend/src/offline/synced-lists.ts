// The lists of a browser id that are fetched and sent as a whole, rather than by rows: what the event stream and the sender
// need of them. Another one begins here.
import { disposeAll, onEvents } from '../browser/emitter';
import { storedValue, type StoredValue } from '../browser/stored-value';
import { isAccountHere } from '../identity/account-here';
import { browserId } from '../identity/browser-id';
import { mergedRanges, rangesOf, type DayRange } from '../model/days-off';
import type { ListName, Schemas } from '../model/types';
import { daysOffList } from './days-off';
import { cityList, citiesOf, mergedCities, type MyCity } from './my-cities';
import type { SentLists, StoredList, SyncedList } from './synced-list';

/** As events name them. */
export type SyncedListName = Exclude<Schemas['ListChanged']['list'], ListName>;

export const syncedLists = {
  cities: cityList,
  'days-off': daysOffList,
} as const satisfies Readonly<Record<SyncedListName, unknown>>;

export const syncedListNames = Object.keys(syncedLists) as readonly SyncedListName[];

/** Code of its own, because few visitors have such lists. */
const loadSync = () => import(/* webpackChunkName: "list-sync" */ './list-sync');

/**
 * Sends changes when the page is hidden, and when the returned function is called: the page may be closed before it has fetched
 * what they are merged with.
 */
export function sendListsOfHiddenPage(): () => void {
  let loaded: Awaited<ReturnType<typeof loadSync>> | null = null;
  const load = () => {
    if (loaded === null)
      loadSync().then(
        (code) => {
          loaded = code;
        },
        () => undefined,
      );
  };
  const send = () => {
    for (const name of syncedListNames) loaded?.listSync[name].sendAtOnce().catch(() => undefined);
  };
  const sendIfHidden = () => {
    if (document.hidden) send();
  };
  return disposeAll(
    ...syncedListNames.map((name) => syncedLists[name].subscribe(load)),
    onEvents(document, ['visibilitychange'], sendIfHidden),
    send,
  );
}

/** Whether there is one here, or may be one on the server. */
export function mayExist(name: SyncedListName): boolean {
  return isAccountHere() || syncedLists[name].state() !== null;
}

/** Adopts the server's list with what was changed here, which is sent. Fails if the server cannot be reached. */
export async function fetchSyncedList(name: SyncedListName): Promise<void> {
  const { listSync } = await loadSync();
  await listSync[name].fetch();
}

/** Sends the lists that were changed. Fails if the server cannot be reached. */
export async function sendSyncedLists(): Promise<void> {
  for (const name of syncedListNames) {
    if (syncedLists[name].hasUnsent()) await (await loadSync()).listSync[name].send();
  }
}

/** Fetches a list if there may be one. If that fails, the next page or the next change tries again. */
export function followSyncedList(name: SyncedListName): void {
  if (mayExist(name)) fetchSyncedList(name).catch(() => undefined);
}

/** Takes over what pages of the release before have stored, also what one that is still open has changed since. */
function takeOver<Item>(
  list: SyncedList<Item>,
  { read, clear }: Pick<StoredValue<StoredList<Item> | null>, 'read' | 'clear'>,
  merge: (from: readonly Item[], to: readonly Item[], other: readonly Item[]) => readonly Item[],
): void {
  const found = read();
  if (found === null) return;
  if (found.browserId === browserId()) {
    const here = list.state();
    const { items, base } = found;
    list.write(here === null ? found : { ...here, items: merge(base ?? [], items, here.items) });
  }
  clear();
}

const olderDaysOff = storedValue('days-off:v1', null, (stored) => {
  const { browserId: owner, ranges, told, sent } = stored as Readonly<Record<string, unknown>>;
  const items = rangesOf(ranges);
  return items === null
    ? null
    : {
        browserId: String(owner),
        items,
        base: rangesOf(told),
        sent: sent as SentLists<readonly DayRange[]> | undefined,
      };
});
const olderCities = storedValue('my-cities:v1', null, citiesOf);
/** Their keys, before they had names. */
const pinnedCities = storedValue('pinned-cities:v1', null, (stored) =>
  Array.isArray(stored) ? stored.map((key) => ({ key: String(key), name: '' })) : null,
);
/** What the server had of them. */
const olderBase = storedValue('cities-told:v1', null, (stored) => {
  const { browserId: owner, cities, sent } = stored as Readonly<Record<string, unknown>>;
  return { owner, base: citiesOf(cities), sent: sent as SentLists<readonly MyCity[]> | undefined };
});

takeOver(daysOffList, olderDaysOff, mergedRanges);
takeOver(
  cityList,
  {
    read: () => {
      const items = olderCities.read() ?? pinnedCities.read();
      if (items === null) return null;
      const { owner, base = null, sent } = olderBase.read() ?? {};
      return {
        browserId: browserId(),
        items,
        ...(owner === browserId() ? { base, sent } : { base: null }),
      };
    },
    clear: () => {
      olderCities.clear();
      pinnedCities.clear();
      olderBase.clear();
    },
  },
  mergedCities,
);
