// The lists as the server last sent them, kept for when it cannot be reached, and their rows with the edits that it does
// not have yet.
import type { FetchedRows, Row, ListName } from '../model/types';
import { parseRows } from '../model/rows';
import { synchronisedNow } from '../time/synchronised-time';
import { hasUnsentDaysOff } from './days-off';
import { unsaved, removeSent } from './outbox';
import { isSameRun, movedOn, underDaysOff, withUnsaved, planOf, type Intent } from './outbox-merge';
import { inOrder, unsavedOrder, renumberInOrder } from './timer-order';
import { browserId } from '../identity/browser-id';
import { ownedValue } from '../identity/owned-values';

/** Saved rows with the edits in the outbox, in the order of the server. */
export function withUnsavedEdits(list: ListName, saved: readonly Row[]): readonly Row[] {
  const now = synchronisedNow();
  const intents = unsaved(list);
  const rows = withUnsaved(saved, intents).map((row) =>
    intents.some(({ id }) => id === row.id) ? movedOn(row, now) : row,
  );
  const order = list === 'timers' ? unsavedOrder() : null;
  if (order !== null) return inOrder(rows, order);
  if (list === 'timers') return rows;
  const alarms = intents.length > 0 ? rows.toSorted(byTime) : rows;
  return hasUnsentDaysOff() ? alarms.map((row) => underDaysOff(row, now)) : alarms;
}

/** The stored rows at the present time, without edits; null if this browser has neither rows nor edits. */
export function storedRows(list: ListName): FetchedRows<Row> | null {
  const known = knownList(list);
  if (known === null && unsaved(list).length === 0) return null;
  const now = synchronisedNow();
  const rows = parseRows(list, known?.rows ?? []).map((row) => movedOn(row, now));
  return { rows, asOf: known?.asOf ?? -Infinity };
}

/** The server's order of alarms. */
function byTime(one: object, other: object): number {
  const { time } = one as { readonly time: string };
  const { time: otherTime } = other as { readonly time: string };
  return time < otherTime ? -1 : time > otherTime ? 1 : 0;
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

/** Calls back whenever a list was stored, in this tab or another. */
export function onStoredListsChange(listener: () => void): () => void {
  return storedLists.subscribe(listener);
}

export function knownList(list: ListName): KnownList | null {
  const known = knownLists()[list];
  return known !== undefined && Array.isArray(known.rows) ? known : null;
}

function knownLists(): KnownLists {
  const stored = storedLists.read();
  return stored?.browserId === browserId() ? stored.lists : {};
}
