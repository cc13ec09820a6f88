// Fetches the lists, and sends edits of their rows.
import type { SWRConfiguration } from 'swr';
import { fetchJson } from '../api/client';
import { isAway } from '../api/problem-error';
import { announceToTabs } from '../browser/tab-channel';
import { browserId } from '../identity/browser-id';
import { storeIdInCookie } from '../identity/id-cookie';
import type { FetchedRows, RowOf } from '../model/fetched-rows';
import { alarmsOf, timersOf } from '../model/rows';
import type { ListName } from '../model/types';
import { storeList, knownList, matchArrivedRows, storedRows } from '../offline/unsaved-rows';
import { isUnsaved } from '../offline/outbox';
import type { Row } from '../offline/outbox-merge';
import { synchronisedNow } from '../time/synchronised-time';
import { listOf, listPaths, nextTurn, replaceRows, showEdit, type Change } from './store';

/** Data fetching defaults: never stale, no refetch on focus, no polling, no retries. */
export const fetchingDefaults: SWRConfiguration = {
  fetcher: (path: string) => load(path === listPaths.alarms ? 'alarms' : 'timers'),
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
};

const fetching = { alarms: 0, timers: 0 };
/** The first fetch of a list, shared by all that need its rows. */
const firstFetch = new Map<ListName, Promise<readonly unknown[]>>();

/** The rows of a list, which are fetched if they are not here yet. */
export async function load(list: ListName): Promise<readonly unknown[]> {
  const known = listOf(list);
  if (known !== undefined) return known.rows;
  const fetch = firstFetch.get(list) ?? refetch(list);
  firstFetch.set(list, fetch);
  try {
    return await fetch;
  } finally {
    if (firstFetch.get(list) === fetch) firstFetch.delete(list);
  }
}

/** Forgets the first fetches, because they are another browser id's. */
export function forgetFirstFetches(): void {
  firstFetch.clear();
}

export function isFetching(list: ListName): boolean {
  return fetching[list] > 0;
}

/**
 * Fetches a list again in this tab; returns the rows to show. If the server cannot be reached, they are the stored ones;
 * fails if there are none.
 */
export async function refetch<List extends ListName>(list: List): Promise<readonly RowOf[List][]> {
  const turn = nextTurn();
  fetching[list] += 1;
  try {
    const fetched = await fetchOwn(list);
    await replaceRows(list, fetched, turn);
    return listOf(list)?.rows ?? (fetched.rows as readonly object[] as readonly RowOf[List][]);
  } finally {
    fetching[list] -= 1;
  }
}

async function fetchOwn(list: ListName): Promise<FetchedRows<{ readonly id: number }>> {
  const asOf = synchronisedNow();
  const owner = browserId();
  try {
    const rows = await fetchSaved(list);
    // The browser id has changed meanwhile, so these rows are not its own.
    if (owner !== browserId()) return await fetchOwn(list);
    storeList(list, { rows, asOf });
    if (rows.length > 0) storeIdInCookie();
    return { rows, asOf };
  } catch (failure) {
    const stored = isAway(failure) ? storedRows(list) : null;
    if (stored === null) throw failure;
    return stored;
  }
}

/** Fetches the rows and settles the new ones that the server has by now; fails if the server cannot be reached. */
export async function fetchSaved(list: ListName): Promise<readonly { readonly id: number }[]> {
  const owner = browserId();
  const answer = await fetchJson(listPaths[list]);
  const rows = list === 'alarms' ? alarmsOf(answer) : timersOf(answer);
  if (owner === browserId()) matchArrivedRows(list, rows as readonly object[] as readonly Row[]);
  return rows;
}

/** Shows the edits in the outbox, in all tabs. */
export async function showUnsaved(list: ListName): Promise<void> {
  // The list may have been fetched before the edit was stored.
  matchArrivedRows(list, (knownList(list)?.rows ?? []) as readonly Row[]);
  announceToTabs('list-changed', list);
  const stored = storedRows(list);
  if (stored !== null) await replaceRows(list, stored, nextTurn());
}

/** Fetches a list again in this tab and in all others. */
export async function refetchEverywhere(list: ListName): Promise<void> {
  announceToTabs('list-changed', list);
  await refetch(list);
}

interface Edit<List extends ListName, Answer> {
  readonly send: () => Promise<Answer>;
  /** What the rows will be, shown meanwhile. */
  readonly expect?: Change<RowOf[List]>;
  /** Stores the edit in the outbox; returns what the server would have answered. */
  readonly keep: () => Answer;
}

/**
 * Sends an edit of a row (null for a new one). Stores it in the outbox if the server cannot be reached, or if an earlier
 * one is there.
 */
export async function save<List extends ListName, Answer>(
  list: List,
  id: number | null,
  { send, expect, keep }: Edit<List, Answer>,
): Promise<Answer> {
  if (id === null || !isUnsaved(list, id)) {
    try {
      return await write(list, send, expect);
    } catch (failure) {
      if (!isAway(failure)) throw failure;
    }
  }
  const answer = keep();
  await showUnsaved(list);
  return answer;
}

/** Sends an edit: shows the `expect`ed rows meanwhile, and fetches the list again in every tab afterwards. */
export async function write<List extends ListName, Answer>(
  list: List,
  send: () => Promise<Answer>,
  expect: Change<RowOf[List]> = (rows) => rows,
): Promise<Answer> {
  const end = showEdit(list, expect as unknown as Change<{ readonly id: number }>);
  let answer: Answer;
  try {
    answer = await send();
  } catch (failure) {
    end(false);
    void refetch(list).catch(() => undefined);
    throw failure;
  }
  end(true);
  await refetchEverywhere(list).catch(() => undefined);
  return answer;
}
