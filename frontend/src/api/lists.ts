// Lists kept by SWR: never stale by themselves, fetched again after every write, the same in every tab.
import type { SWRConfiguration } from 'swr';
import { mutate } from 'swr';

import { synchronisedNow } from '../hooks/synchronised-time';
import { announceToTabs, onTabMessage } from '../hooks/tab-channel';
import { browserId, onBrowserIdChange } from './browser-id';
import { fetchJson } from './client';

/** The lists this browser owns, by the path that answers them. */
export const listPaths = { alarms: '/api/alarms', timers: '/api/timers' } as const;
export type ListName = keyof typeof listPaths;

/** Data fetching defaults: never stale, no refetch on focus, no polling, no retries. */
export const fetchingDefaults: SWRConfiguration = {
  fetcher: fetchList,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
};

/** Of rows, as SWR may pass over an answer that came late. */
const asOf = new WeakMap<readonly unknown[], number>();

/** When the fetch began that answered these rows, in milliseconds since the epoch. */
export function rowsAsOf(rows: readonly unknown[]): number {
  return asOf.get(rows) ?? -Infinity;
}

/** Fetches a list again in this tab; fails where the server cannot be reached. */
export async function refetch<Row>(list: ListName): Promise<readonly Row[]> {
  const path = listPaths[list];
  const rows = fetchList<Row>(path);
  return (await mutate(path, rows, { revalidate: false })) ?? rows;
}

async function fetchList<Row>(path: string): Promise<readonly Row[]> {
  const began = synchronisedNow();
  const whose = browserId();
  const rows = await fetchJson<readonly Row[]>(path);
  // The browser has become another meanwhile, and these are not its rows.
  if (whose !== browserId()) return fetchList(path);
  asOf.set(rows, began);
  return rows;
}

/** Fetches a list again in this tab and in all others. */
export async function refetchEverywhere(list: ListName): Promise<void> {
  announceToTabs('list-changed', list);
  await refetch(list);
}

/** Makes lists follow what other tabs write, and whom this browser is, until called again. */
export function keepListsRight(): () => void {
  const stops = [
    onTabMessage('list-changed', (list) => {
      void refetch(list as ListName).catch(() => undefined);
    }),
    onBrowserIdChange(() => {
      Object.values(listPaths).forEach((path) => {
        void mutate(path, undefined, { revalidate: true }).catch(() => undefined);
      });
    }),
  ];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

/**
 * Does a write: shows `expect`ed rows at once, puts them back if the write fails, and fetches the list again
 * in every tab after it, failed or not.
 */
export async function write<Row, Answer>(
  list: ListName,
  send: () => Promise<Answer>,
  expect?: (rows: readonly Row[]) => readonly Row[],
): Promise<Answer> {
  const path = listPaths[list];
  let before: readonly Row[] | undefined;
  if (expect !== undefined) {
    await mutate<readonly Row[]>(
      path,
      (rows) => {
        before = rows;
        if (rows === undefined) return rows;
        const expected = expect(rows);
        asOf.set(expected, rowsAsOf(rows));
        return expected;
      },
      { revalidate: false },
    );
  }
  try {
    const answer = await send();
    await refetchEverywhere(list).catch(() => undefined);
    return answer;
  } catch (failure) {
    if (before !== undefined) {
      await mutate(path, before, { revalidate: false });
    }
    void refetch(list).catch(() => undefined);
    throw failure;
  }
}
