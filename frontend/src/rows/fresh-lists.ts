// Keeps the lists up to date with rings, other tabs and the browser id.
import { disposeAll } from '../browser/emitter';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { onBrowserIdChange } from '../identity/browser-id';
import { listNames } from '../model/rows';
import type { ListName } from '../model/types';
import { forgetFetches, isFetching, load, refetch } from './lists';
import { changeRows, clearRows, listOf } from './store';

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
  const isOld = isFetching(list) || (listOf(list)?.asOf ?? -Infinity) > at;
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
      forgetFetches();
      listNames.forEach(clearRows);
      loadAll();
    }),
  );
  loadAll();
  return stop;
}
