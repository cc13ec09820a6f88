// Lists in SWR: never stale by themselves, fetched again after every write, the same in every tab.
import type { SWRConfiguration } from 'swr';
import { mutate } from 'swr';

import { synchronisedNow } from '../time/synchronised-time';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { browserId, onBrowserIdChange } from '../identity/browser-id';
import { fetchJson } from '../api/client';
import { storeIdInCookie } from '../identity/id-cookie';
import { keepList, knownList } from '../offline/known-lists';
import { numberOf, unsaved, type Row as AnyRow } from '../offline/outbox';
import { settleArrived } from '../offline/outbox-arrivals';
import { movedOn, withUnsaved } from '../offline/outbox-merge';
import { isAway } from '../api/problem-error';
import { alarmsOf, timersOf } from '../model/rows';
import { inOrder, unsavedOrder } from '../offline/timer-order';
import type { ListName } from '../model/types';

/** The paths of the lists that this browser owns. */
export const listPaths = {
  alarms: '/api/alarms',
  timers: '/api/timers',
} as const satisfies Record<ListName, string>;

/** Data fetching defaults: never stale, no refetch on focus, no polling, no retries. */
export const fetchingDefaults: SWRConfiguration = {
  fetcher: fetchList,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
};

/** Counts of pending responses, of refetches that have begun, of the latest one that is shown, and of writes. */
const counts = {
  alarms: { waiting: 0, begun: 0, shown: 0, writes: 0 },
  timers: { waiting: 0, begun: 0, shown: 0, writes: 0 },
};

/** When the rows were requested: SWR may deliver a late response. */
const asOf = new WeakMap<readonly unknown[], number>();

/** When the fetch of these rows began, in milliseconds since the epoch. */
export function rowsAsOf(rows: readonly unknown[]): number {
  return asOf.get(rows) ?? -Infinity;
}

/**
 * Fetches a list again in this tab; fails if the server cannot be reached. SWR would drop the response after any change
 * of the list meanwhile. Here only a later response replaces it, or a write, which fetches the list itself.
 */
export async function refetch<Row>(list: ListName): Promise<readonly Row[]> {
  const path = listPaths[list];
  const count = counts[list];
  const { writes } = count;
  const nth = (count.begun += 1);
  const rows = await fetchList<Row>(path);
  if (nth > count.shown && writes === count.writes) {
    count.shown = nth;
    await mutate(path, rows, { revalidate: false });
  }
  return rows;
}

/** The rows with unsaved changes; the stored rows if the server cannot be reached. */
async function fetchList<Row>(path: string): Promise<readonly Row[]> {
  const began = synchronisedNow();
  const whose = browserId();
  const list = path === listPaths.alarms ? 'alarms' : 'timers';
  counts[list].waiting += 1;
  try {
    const rows = await fetchSaved(list);
    // The browser id has changed meanwhile, so these rows are not its own.
    if (whose !== browserId()) return await fetchList(path);
    keepList(list, { rows, asOf: began });
    if (rows.length > 0) storeIdInCookie();
    asOf.set(rows, began);
    return shown(list, rows, began) as readonly unknown[] as readonly Row[];
  } catch (failure) {
    const known = isAway(failure) ? knownRows(list) : null;
    if (known === null) throw failure;
    return known as readonly unknown[] as readonly Row[];
  } finally {
    counts[list].waiting -= 1;
  }
}

/** Fetches the rows and settles the new ones that the server has by now; fails if the server cannot be reached. */
export async function fetchSaved(list: ListName): Promise<readonly { readonly id: number }[]> {
  const whose = browserId();
  const answer = await fetchJson(listPaths[list]);
  const rows = list === 'alarms' ? alarmsOf(answer) : timersOf(answer);
  if (whose === browserId()) settleArrived(list, rows as readonly object[] as readonly AnyRow[]);
  return rows;
}

/** Shows unsaved changes in all tabs. */
export async function showUnsaved(list: ListName): Promise<void> {
  // The list may have been fetched before the change was stored.
  settleArrived(list, (knownList(list)?.rows ?? []) as readonly AnyRow[]);
  const rows = knownRows(list);
  announceToTabs('list-changed', list);
  if (rows !== null) await mutate(listPaths[list], rows, { revalidate: false });
}

/** A row as it is shown without the server; fails if this browser does not know it. */
export function shownRow(list: ListName, id: number): AnyRow {
  const row = knownRows(list)?.find((one) => one.id === numberOf(id));
  if (row === undefined) throw new Error('a row that is not known here cannot be changed now');
  return row;
}

/** The stored list, with unsaved changes; null if there is none. */
function knownRows(list: ListName): readonly AnyRow[] | null {
  const known = knownList(list);
  if (known === null && unsaved(list).length === 0) return null;
  const parse = list === 'alarms' ? alarmsOf : timersOf;
  const now = synchronisedNow();
  const rows = parse(known?.rows ?? []).map((row) => movedOn(row, now));
  return shown(list, rows, known?.asOf ?? -Infinity);
}

function shown(
  list: ListName,
  saved: readonly { readonly id: number }[],
  began: number,
): readonly AnyRow[] {
  const now = synchronisedNow();
  const intents = unsaved(list);
  const rows = withUnsaved(saved, intents).map((row) =>
    intents.some(({ id }) => id === row.id) ? movedOn(row, now) : row,
  );
  const order = list === 'timers' ? unsavedOrder() : null;
  const listed = list === 'alarms' && intents.length > 0 ? rows.toSorted(byTime) : rows;
  const ordered = order === null ? listed : inOrder(listed, order);
  asOf.set(ordered, began);
  return ordered;
}

/** The server's order of alarms. */
function byTime(one: object, other: object): number {
  const { time } = one as { readonly time: string };
  const { time: otherTime } = other as { readonly time: string };
  return time < otherTime ? -1 : time > otherTime ? 1 : 0;
}

/** Fetches a list again in this tab and in all others. */
export async function refetchEverywhere(list: ListName): Promise<void> {
  announceToTabs('list-changed', list);
  await refetch(list);
}

/**
 * Replaces a row in all tabs by the row after its ring, which was due at an instant in milliseconds since the epoch. If
 * a tab may have a newer row, it fetches the list instead.
 */
export function replaceRowEverywhere(
  list: ListName,
  row: { readonly id: number },
  dueAt: number,
): void {
  const told: RowTold = { list, row, at: dueAt };
  announceToTabs('row-told', told);
  replaceRow(told);
}

interface RowTold {
  readonly list: ListName;
  readonly row: { readonly id: number };
  /** When the ring was due, in milliseconds since the epoch. */
  readonly at: number;
}

function replaceRow({ list, row, at }: RowTold): void {
  let isOld = counts[list].waiting > 0;
  const replaced = (rows: readonly { readonly id: number }[] | undefined) => {
    isOld = rows !== undefined && rowsAsOf(rows) > at;
    if (rows === undefined || isOld) return rows;
    const next = rows.map((known) => (known.id === row.id ? row : known));
    asOf.set(next, rowsAsOf(rows));
    return next;
  };
  if (!isOld) void mutate(listPaths[list], replaced, { revalidate: false });
  if (isOld) void refetch(list).catch(() => undefined);
}

/** Keeps the lists up to date with other tabs and the browser id, until the returned function is called. */
export function keepListsFresh(): () => void {
  const stops = [
    onTabMessage('list-changed', (list) => {
      void refetch(list as ListName).catch(() => undefined);
    }),
    onTabMessage('row-told', (told) => {
      replaceRow(told as RowTold);
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
 * Runs a write: shows the `expect`ed rows at once, reverts them if the write fails and no later one has begun, and
 * fetches the list again in every tab afterwards.
 */
export async function write<Row, Answer>(
  list: ListName,
  send: () => Promise<Answer>,
  expect?: (rows: readonly Row[]) => readonly Row[],
): Promise<Answer> {
  try {
    counts[list].writes += 1;
    const answer = await sendExpecting(listPaths[list], send, expect);
    await refetchEverywhere(list).catch(() => undefined);
    return answer;
  } catch (failure) {
    void refetch(list).catch(() => undefined);
    throw failure;
  }
}

async function sendExpecting<Row, Answer>(
  path: string,
  send: () => Promise<Answer>,
  expect: ((rows: readonly Row[]) => readonly Row[]) | undefined,
): Promise<Answer> {
  if (expect === undefined) return send();
  let answer: Answer | undefined;
  await mutate<readonly Row[] | undefined, Answer>(
    path,
    async () => {
      answer = await send();
      return answer;
    },
    {
      optimisticData: (rows) => {
        if (rows === undefined) return rows;
        const expected = expect(rows);
        asOf.set(expected, rowsAsOf(rows));
        return expected;
      },
      rollbackOnError: true,
      populateCache: false,
      revalidate: false,
    },
  );
  return answer as Answer;
}
