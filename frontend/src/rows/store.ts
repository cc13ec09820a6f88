// The rows of each list in this tab: as the server has them, stored for when it cannot be reached, and as they are
// shown, with the edits that are still to be sent. Components read them by `useRows`, and the ring book follows them.
import { disposeAll, createEmitter } from '../browser/emitter';
import { browserId } from '../identity/browser-id';
import type { FetchedRows, Row, RowOf, ListName } from '../model/types';
import { listNames, parseRows } from '../model/rows';
import { daysOffList } from '../offline/days-off';
import { onOutboxChange, unsaved, removeSent } from '../offline/outbox';
import { onOrderChange, unsavedOrder, inOrder, renumberInOrder } from '../offline/timer-order';
import { synchronisedNow } from '../time/synchronised-time';
import {
  isSameRun,
  movedOn,
  underDaysOff,
  withUnsaved,
  planOf,
  type Intent,
} from '../offline/outbox-merge';
import { ownedValue } from '../identity/owned-values';

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
  const own = savedRows(list);
  if (own !== undefined) return { rows: shownRows(list, own.rows) as RowsOf<List>, asOf: own.asOf };
  if (unsaved(list).length === 0) return undefined;
  const stored = storedRows(list) ?? { rows: [], asOf: -Infinity };
  // The stored text stands for the parsed rows, which are new objects each time.
  const rows = shownRows(list, stored.rows, knownList(list)?.rows);
  return { rows: rows as RowsOf<List>, asOf: stored.asOf };
}

type RowsOf<List extends ListName> = readonly RowOf[List][];

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
  const own = savedRows(list);
  if (own === undefined) return;
  put(list, change(own.rows), own.asOf);
}

/** Adds or replaces a row by the server's response, in all tabs. */
export function saveRow(list: ListName, row: Row): void {
  saveChange(list, (rows) => {
    const isKnown = rows.some(({ id }) => id === row.id);
    const others = isKnown ? rows.map((one) => (one.id === row.id ? row : one)) : [...rows, row];
    return inListOrder(list, others);
  });
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

/** The rows as the server has them; undefined before the first response. */
export function savedRows(list: ListName): StoredList | undefined {
  const own = saved[list];
  return own?.owner === browserId() ? own : undefined;
}

function put(list: ListName, rows: readonly Row[], asOf: number): void {
  saved[list] = { owner: browserId(), rows, asOf, changedAt: synchronisedNow() };
  notify(list);
}

/** Stores the rows, so that other tabs continue with them as soon as an edit has left the outbox. */
export function storeSaved(list: ListName, change?: Change): void {
  const own = savedRows(list);
  if (own !== undefined) storeList(list, own, change);
}

function shownRows(list: ListName, rows: readonly Row[], source: unknown = rows): readonly Row[] {
  const inputs = [source, ...unsaved(list), unsavedOrder(), daysOffList.state()];
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

/** The server's order. Timers keep theirs; a new alarm, whose id is negative, will have the highest id. */
function inListOrder(list: ListName, rows: readonly Row[]): readonly Row[] {
  if (list === 'timers') return rows;
  return rows.toSorted(({ id, time = '' }, { id: otherId, time: otherTime = '' }) => {
    if (time === otherTime) return Math.abs(id) - Math.abs(otherId);
    return time < otherTime ? -1 : 1;
  });
}

/** Follows edits and saved rows of all tabs. */
function followStorage(): () => void {
  const followEdits = () => {
    listNames.forEach(notify);
  };
  return disposeAll(
    storedLists.subscribe(adoptStored),
    onOutboxChange(followEdits),
    onOrderChange(followEdits),
    daysOffList.subscribe(followEdits),
  );
}

/** Another tab has fetched or saved later than this one. */
function adoptStored(): void {
  for (const list of listNames) {
    const own = savedRows(list);
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

/** Saved rows with the edits in the outbox, in the order of the server. */
export function withUnsavedEdits(list: ListName, saved: readonly Row[]): readonly Row[] {
  const now = synchronisedNow();
  const intents = unsaved(list);
  const rows = withUnsaved(saved, intents).map((row) =>
    intents.some(({ id }) => id === row.id) ? movedOn(row, now) : row,
  );
  if (list === 'timers') return inOrder(rows, unsavedOrder() ?? []);
  const alarms = intents.length > 0 ? inListOrder(list, rows) : rows;
  return daysOffList.hasUnsent() ? alarms.map((row) => underDaysOff(row, now)) : alarms;
}

/** The stored rows at the present time, without edits; null if this browser has neither rows nor edits. */
export function storedRows(list: ListName): FetchedRows<Row> | null {
  const known = knownList(list);
  if (known === null && unsaved(list).length === 0) return null;
  const now = synchronisedNow();
  const rows = parseRows(list, known?.rows ?? []).map((row) => movedOn(row, now));
  return { rows, asOf: known?.asOf ?? -Infinity };
}

/** Replaces new rows by the listed rows with their keys; changes made since become changes of those rows. */
export function matchArrivedRows(list: ListName, rows: readonly Row[]): void {
  for (const intent of unsaved(list).filter(({ id }) => id < 0)) {
    const row = rows.find(({ clientKey }) => clientKey === intent.key);
    if (row === undefined || isBeingStarted(intent, row)) continue;
    const change: Intent = { ...intent, id: row.id, kind: 'change', base: row };
    const isKnown = planOf(change, row, synchronisedNow()).send === 'nothing';
    const isThere = intent.kind !== 'delete' && (intent.revision === 0 || isKnown);
    // Which of the changes were sent is not known: all that differ from the row are sent.
    const sent = isThere ? intent : { ...intent, revision: intent.revision - 1, changes: {} };
    const arrived = intent.unanswered?.find(({ changes }) => changes === null);
    removeSent(sent, row, arrived === undefined ? [] : [arrived.at], synchronisedNow());
    if (list === 'timers') renumberInOrder(intent.id, row.id);
  }
}

/** A timer is created first, and then started, paused or moved to its end; until then it counts as a new one. */
function isBeingStarted({ list, kind, revision, changes, id }: Intent, row: Row): boolean {
  if (list !== 'timers' || kind === 'delete') return false;
  return revision > 0 || !isSameRun(movedOn({ ...changes, id }, synchronisedNow()), row);
}

interface KnownList {
  readonly rows: readonly unknown[];
  /** When the fetch of the list began, in milliseconds since the epoch. */
  readonly asOf: number;
  /** When it was last fetched or changed by a saved row. */
  readonly changedAt?: number;
}

type KnownLists = Readonly<Partial<Record<ListName, KnownList | undefined>>>;

interface StoredLists {
  readonly browserId: string;
  readonly lists: KnownLists;
}

/** Longer lists would use up the browser's storage for a site. */
const rowsAtMost = 500;

const storedLists = ownedValue<StoredLists | null>(
  'lists:v1',
  null,
  (stored) => {
    const { browserId: whose, lists } = stored as Partial<StoredLists>;
    return typeof whose === 'string' && typeof lists === 'object'
      ? { browserId: whose, lists }
      : null;
  },
  { onRenew: 'carry', onLeave: 'drop' },
);

/**
 * Stores a list as the server has it, unless a later one is stored. What has just been saved or deleted is `change`, and is
 * stored in any case.
 */
export function storeList(
  list: ListName,
  { rows: own, asOf: ownAsOf, changedAt }: KnownList,
  change?: (rows: readonly Row[]) => readonly Row[],
): void {
  const lists = knownLists();
  const stored = knownList(list);
  // A list of the future was stored before the clock was corrected.
  const isLater = stored !== null && stored.asOf > ownAsOf && stored.asOf <= synchronisedNow();
  if (isLater && change === undefined) return;
  const rows = isLater && change !== undefined ? change(stored.rows as readonly Row[]) : own;
  const asOf = isLater ? stored.asOf : ownAsOf;
  const next = rows.length <= rowsAtMost ? { rows, asOf, changedAt } : undefined;
  storedLists.write({ browserId: browserId(), lists: { ...lists, [list]: next } });
}

export function knownList(list: ListName): KnownList | null {
  const known = knownLists()[list];
  return known !== undefined && Array.isArray(known.rows) ? known : null;
}

function knownLists(): KnownLists {
  const stored = storedLists.read();
  return stored?.browserId === browserId() ? stored.lists : {};
}
