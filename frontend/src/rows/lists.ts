// Fetches the lists, shows them to components, and keeps them up to date with rings, other tabs and the browser id.
import { useEffect, useSyncExternalStore } from 'react';
import { fetchJson } from '../api/client';
import { isAway, isRenewed } from '../api/problem-error';
import { createEmitter, disposeAll } from '../browser/emitter';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { browserId, onBrowserIdChange } from '../identity/browser-id';
import { confirmAccount, followEndedId } from '../identity/identity';
import { storeIdInCookie } from '../identity/id-cookie';
import type { FetchedRows, RowOf, ListName, Row } from '../model/types';
import { parseRows, listNames } from '../model/rows';
import { presentId } from '../offline/outbox';
import {
  matchArrivedRows,
  storedRows,
  withUnsavedEdits,
  listOf,
  listPaths,
  nextRequest,
  onRowsChange,
  replaceRows,
  savedRows,
  showKnownRows,
  storeSaved,
  changeRows,
  clearRows,
} from './store';
import { movedOn } from '../offline/outbox-merge';
import { synchronisedNow } from '../time/synchronised-time';

const isOutdatedAfterMs = 20_000;
const fetching = { alarms: 0, timers: 0 };
/** The first fetch of a list, shared by all that need its rows. */
const firstFetch = new Map<ListName, Promise<readonly unknown[]>>();
/** The lists that are as the server has them, as far as this tab knows: the last request did not fail. */
const current = new Set<ListName>();
const failures = new Map<ListName, Error>();
const failureListeners = createEmitter();

/** The rows of a list, which are fetched if they are not here yet. */
export async function load(list: ListName): Promise<readonly unknown[]> {
  if (savedRows(list) !== undefined) return listOf(list)?.rows ?? [];
  const fetch = firstFetch.get(list) ?? refetch(list);
  firstFetch.set(list, fetch);
  try {
    return await fetch;
  } finally {
    if (firstFetch.get(list) === fetch) firstFetch.delete(list);
  }
}

/**
 * The rows of a list, alarms by their time, timers in the chosen order or the oldest first, and why they could not be fetched;
 * both undefined before the first response.
 */
export function useRows<List extends ListName>(
  list: List,
): { readonly rows: readonly RowOf[List][] | undefined; readonly error: Error | undefined } {
  const rows = useSyncExternalStore(
    onRowsChange,
    () => listOf(list)?.rows,
    () => undefined,
  );
  const error = useSyncExternalStore(
    failureListeners.subscribe,
    () => failures.get(list),
    () => undefined,
  );
  useEffect(() => {
    load(list).catch(() => undefined);
  }, [list]);
  return { rows, error: rows === undefined ? error : undefined };
}

/**
 * A row as it is shown, at an instant; its list is fetched if it is not here yet. Fails if there is no such row. An edit
 * begins with it.
 */
export async function knownRow(list: ListName, id: number, now = synchronisedNow()): Promise<Row> {
  const known = knownRowNow(list, id, now);
  if (known !== null) return known;
  await load(list);
  const loaded = knownRowNow(list, id, now);
  if (loaded === null) throw new MissingRowError('there is no such row any more');
  return loaded;
}

/** The row was deleted, perhaps elsewhere. */
class MissingRowError extends Error {}

/** The result of an edit; a row that was deleted before is created anew, because an edit beats a deletion. */
export async function editedOrCreated<Saved>(
  edit: Promise<Saved>,
  create: () => Promise<Saved>,
): Promise<Saved> {
  try {
    return await edit;
  } catch (failure) {
    if (failure instanceof MissingRowError) return create();
    throw failure;
  }
}

/** A row as it is shown, at an instant; null if it is not known here. */
export function knownRowNow(list: ListName, id: number, now = synchronisedNow()): Row | null {
  const rows = listOf(list)?.rows ?? withUnsavedEdits(list, storedRows(list)?.rows ?? []);
  const row = rows.find((one) => one.id === id) ?? rows.find((one) => one.id === presentId(id));
  return row === undefined ? null : movedOn<Row>(row, now);
}

/** Whether the rows are as the server has them, so that edits can be sent without fetching them first. */
export function isCurrent(list: ListName): boolean {
  return current.has(list) && savedRows(list) !== undefined;
}

/** Edits are sent after the list was fetched again: a request has failed, or this page has slept. */
export function expectChanges(): void {
  current.clear();
}

/**
 * Fetches a list again in this tab; returns the rows to show. If the server cannot be reached, they are the known ones;
 * fails if there are none.
 */
export async function refetch<List extends ListName>(list: List): Promise<readonly RowOf[List][]> {
  try {
    await fetchRows(list);
  } catch (failure) {
    const known = isAway(failure) ? knownRows(list) : null;
    if (known === null) {
      noteFailure(list, failure instanceof Error ? failure : new Error(String(failure)));
      throw failure;
    }
    showKnownRows(list, known);
  }
  noteFailure(list, undefined);
  return listOf(list)?.rows ?? [];
}

/** Fetches a list again, and the rows in it that were new here; fails if the server cannot be reached. */
export async function fetchRows(list: ListName): Promise<void> {
  fetching[list] += 1;
  try {
    for (;;) {
      const number = nextRequest();
      const asOf = synchronisedNow();
      const owner = browserId();
      const answer = await answerFor(list, owner);
      // A page that was frozen may get a list that was changed since.
      const isOutdated = synchronisedNow() - asOf >= isOutdatedAfterMs;
      if (owner !== browserId() || isOutdated) continue;
      const rows = parseRows(list, answer);
      matchArrivedRows(list, rows);
      if (!replaceRows(list, { rows, asOf }, number)) continue;
      storeSaved(list);
      if (rows.length > 0) storeIdInCookie();
      current.add(list);
      return;
    }
  } finally {
    fetching[list] -= 1;
  }
}

/**
 * The server's answer, once it is known that `owner` still is the account's id: an older server lists nothing for a former
 * one. If it is not, this browser has another id afterwards.
 */
async function answerFor(list: ListName, owner: string): Promise<unknown> {
  try {
    const [answer] = await Promise.all([fetchJson(listPaths[list]), confirmAccount()]);
    return answer;
  } catch (failure) {
    if (!isRenewed(failure)) throw failure;
    await followEndedId(owner);
    if (owner === browserId()) throw failure;
    return null;
  }
}

/** The rows at the present time that this tab has, or else the stored ones; null if there are none. */
function knownRows(list: ListName): FetchedRows<{ readonly id: number }> | null {
  const saved = savedRows(list);
  if (saved === undefined) return storedRows(list);
  const now = synchronisedNow();
  return { rows: saved.rows.map((row) => movedOn(row, now)), asOf: saved.asOf };
}

/** Fetches a list again in this tab and in all others. */
export async function refetchEverywhere(list: ListName): Promise<void> {
  announceToTabs('list-changed', list);
  await refetch(list);
}

function noteFailure(list: ListName, failure: Error | undefined): void {
  if (failures.get(list) === failure) return;
  if (failure === undefined) failures.delete(list);
  else failures.set(list, failure);
  failureListeners.emit();
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
  const announced: RungRow = { list, row, at: dueAt };
  announceToTabs('row-told', announced);
  replaceRow(announced);
}

interface RungRow {
  readonly list: ListName;
  readonly row: { readonly id: number };
  /** When the ring was due, in milliseconds since the epoch. */
  readonly at: number;
}

function replaceRow({ list, row, at }: RungRow): void {
  const isOld = fetching[list] > 0 || (listOf(list)?.asOf ?? -Infinity) > at;
  if (isOld) void refetch(list).catch(() => undefined);
  else changeRows(list, (rows) => rows.map((known) => (known.id === row.id ? row : known)));
}

/** Fetches the lists, and keeps them up to date with other tabs and the browser id, until the returned function is called. */
export function keepListsFresh(): () => void {
  const loadAll = () => {
    for (const list of listNames) load(list).catch(() => undefined);
  };
  const stop = disposeAll(
    onTabMessage('list-changed', (list) => {
      void refetch(list as ListName).catch(() => undefined);
    }),
    onTabMessage('row-told', (row) => {
      replaceRow(row as RungRow);
    }),
    onBrowserIdChange(() => {
      firstFetch.clear();
      current.clear();
      listNames.forEach(clearRows);
      loadAll();
    }),
  );
  loadAll();
  return stop;
}
