// The rows of each list in this tab: as the server has them, and as they are shown, with the edits that are still to be
// sent. Components read them by `useRows`, and the ring book follows them.
import { disposeAll, createEmitter } from '../browser/emitter';
import { browserId } from '../identity/browser-id';
import type { FetchedRows, Row, RowOf, ListName } from '../model/types';
import { listNames } from '../model/rows';
import { storedDaysOff } from '../offline/days-off';
import { onOutboxChange, unsaved } from '../offline/outbox';
import { onOrderChange, unsavedOrder } from '../offline/timer-order';
import {
  knownList,
  onStoredListsChange,
  storedRows,
  storeList,
  withUnsavedEdits,
} from '../offline/unsaved-rows';
import { synchronisedNow } from '../time/synchronised-time';

/** The paths of the lists that this browser owns. */
export const listPaths = {
  alarms: '/api/alarms',
  timers: '/api/timers',
} as const satisfies Record<ListName, string>;

type Change = (rows: readonly Row[]) => readonly Row[];

interface StoredList {
  /** The browser id that owns the rows. */
  readonly owner: string;
  /** The rows as the server has them, as far as this tab knows. */
  readonly rows: readonly Row[];
  readonly asOf: number;
  /** When they were last fetched or changed, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The input and the result of the last computation of what is shown. */
interface Shown {
  readonly inputs: readonly unknown[];
  readonly rows: readonly Row[];
}

const saved: Partial<Record<ListName, StoredList | undefined>> = {};
const shown: Partial<Record<ListName, Shown | undefined>> = {};
const notified: Partial<Record<ListName, readonly unknown[] | undefined>> = {};
const listeners = createEmitter<[list: ListName]>(followStorage);
/** Requests are numbered: a response to an earlier one never replaces something later. */
let requests = 0;
const latestFetch = { alarms: 0, timers: 0 };
const latestSave = { alarms: 0, timers: 0 };

export function nextRequest(): number {
  return (requests += 1);
}

/**
 * The rows to show, and their age. Undefined before the first response, unless there are edits to send: then they are
 * the stored rows with these.
 */
export function listOf<List extends ListName>(list: List): FetchedRows<RowOf[List]> | undefined {
  const own = savedList(list);
  if (own !== undefined) return { rows: shownRows(list, own.rows) as RowsOf<List>, asOf: own.asOf };
  if (unsaved(list).length === 0) return undefined;
  const stored = storedRows(list) ?? { rows: [], asOf: -Infinity };
  // The stored text stands for the parsed rows, which are new objects each time.
  const rows = shownRows(list, stored.rows, knownList(list)?.rows);
  return { rows: rows as RowsOf<List>, asOf: stored.asOf };
}

type RowsOf<List extends ListName> = readonly RowOf[List][];

/** The rows as the server has them; undefined before the first response. */
export function savedRows(list: ListName): FetchedRows<Row> | undefined {
  return savedList(list);
}

/** Calls back whenever the rows of a list, or their age, have changed. */
export const onRowsChange = listeners.subscribe;

/**
 * Replaces the rows by those of a response. False if a row was saved since its request: then the list has to be fetched
 * again.
 */
export function replaceRows(
  list: ListName,
  { rows, asOf }: FetchedRows<Row>,
  request: number,
): boolean {
  if (request < latestSave[list]) return false;
  if (request < latestFetch[list]) return true;
  latestFetch[list] = request;
  put(list, rows, asOf);
  return true;
}

/** Shows rows that are known here, because the server cannot be reached. Any response replaces them. */
export function showKnownRows(list: ListName, { rows, asOf }: FetchedRows<Row>): void {
  saved[list] = { owner: browserId(), rows, asOf, changedAt: asOf };
  notify(list);
}

/** Changes the rows by something later than their fetch: a saved row, or one of the stream. */
export function changeRows(list: ListName, change: Change): void {
  const own = savedList(list);
  if (own === undefined) return;
  put(list, change(own.rows), own.asOf);
}

/** Adds or replaces a row by the server's response, in all tabs. */
export function saveRow(list: ListName, row: Row): void {
  saveChange(list, (rows) =>
    rows.some(({ id }) => id === row.id)
      ? rows.map((one) => (one.id === row.id ? row : one))
      : inListOrder(list, [...rows, row]),
  );
}

/** Removes a row that the server no longer has, in all tabs. */
export function removeRow(list: ListName, id: number): void {
  saveChange(list, (rows) => rows.filter((row) => row.id !== id));
}

function saveChange(list: ListName, change: Change): void {
  latestSave[list] = nextRequest();
  changeRows(list, change);
  storeSaved(list, change);
}

/** Forgets the rows, because they are another browser id's. */
export function clearRows(list: ListName): void {
  saved[list] = undefined;
  shown[list] = undefined;
  latestFetch[list] = latestSave[list] = nextRequest();
  listeners.emit(list);
}

function savedList(list: ListName): StoredList | undefined {
  const own = saved[list];
  return own?.owner === browserId() ? own : undefined;
}

function put(list: ListName, rows: readonly Row[], asOf: number): void {
  saved[list] = { owner: browserId(), rows, asOf, changedAt: synchronisedNow() };
  notify(list);
}

/** Stores the rows, so that other tabs continue with them as soon as an edit has left the outbox. */
export function storeSaved(list: ListName, change?: Change): void {
  const own = savedList(list);
  if (own !== undefined) storeList(list, own, change);
}

function shownRows(list: ListName, rows: readonly Row[], source: unknown = rows): readonly Row[] {
  const inputs = [source, ...unsaved(list), unsavedOrder(), storedDaysOff.read()];
  const before = shown[list];
  if (before !== undefined && isSame(before.inputs, inputs)) return before.rows;
  const next = withSameRows(before?.rows ?? [], withUnsavedEdits(list, rows));
  shown[list] = { inputs, rows: next };
  return next;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
}

/** Rows that have not changed stay the same objects, so that nothing is rendered again. */
function withSameRows(before: readonly Row[], next: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = next.map((row) => {
    const same = known.get(row.id);
    return same !== undefined && JSON.stringify(same) === JSON.stringify(row) ? same : row;
  });
  return isSame(before, rows) ? before : rows;
}

function inListOrder(list: ListName, rows: readonly Row[]): readonly Row[] {
  if (list === 'timers') return rows;
  const timeOf = (row: object) => (row as { readonly time: string }).time;
  return rows.toSorted((one, other) => {
    const [time, otherTime] = [timeOf(one), timeOf(other)];
    if (time === otherTime) return one.id - other.id;
    return time < otherTime ? -1 : 1;
  });
}

/** Follows edits and saved rows of all tabs. */
function followStorage(): () => void {
  const followEdits = () => {
    listNames.forEach(notify);
  };
  return disposeAll(
    onStoredListsChange(adoptStored),
    onOutboxChange(followEdits),
    onOrderChange(followEdits),
    storedDaysOff.subscribe(followEdits),
  );
}

/** Another tab has fetched or saved later than this one. */
function adoptStored(): void {
  for (const list of listNames) {
    const own = savedList(list);
    const stored = knownList(list);
    if (own === undefined || stored === null) continue;
    if ((stored.changedAt ?? stored.asOf) <= own.changedAt) continue;
    const rows = storedRows(list)?.rows ?? own.rows;
    const changedAt = stored.changedAt ?? stored.asOf;
    saved[list] = { owner: own.owner, rows, asOf: stored.asOf, changedAt };
    notify(list);
  }
}

function notify(list: ListName): void {
  const { rows, asOf } = listOf(list) ?? {};
  const present = [rows, asOf];
  if (isSame(notified[list] ?? [], present)) return;
  notified[list] = present;
  listeners.emit(list);
}
