// The rows of a list with the edits that the server does not have yet, and the rows as last stored here.
import type { FetchedRows } from '../model/fetched-rows';
import { alarmsOf, timersOf } from '../model/rows';
import type { ListName } from '../model/types';
import { synchronisedNow } from '../time/synchronised-time';
import { hasUnsentDaysOff } from './days-off';
import { knownList } from './known-lists';
import { numberOf, unsaved, type Row } from './outbox';
import { movedOn, underDaysOff, withUnsaved } from './outbox-merge';
import { inOrder, unsavedOrder } from './timer-order';

interface AnyRow {
  readonly id: number;
}

/** Saved rows with the edits in the outbox, in the order of the server. */
export function withUnsavedEdits(list: ListName, saved: readonly AnyRow[]): readonly AnyRow[] {
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
export function storedRows(list: ListName): FetchedRows<AnyRow> | null {
  const known = knownList(list);
  if (known === null && unsaved(list).length === 0) return null;
  const parse = list === 'alarms' ? alarmsOf : timersOf;
  const now = synchronisedNow();
  const rows = parse(known?.rows ?? []).map((row) => movedOn(row, now));
  return { rows, asOf: known?.asOf ?? -Infinity };
}

/** A row as it is shown without the server; fails if this browser does not know it. */
export function storedRow(list: ListName, id: number): Row {
  const rows = withUnsavedEdits(list, storedRows(list)?.rows ?? []);
  const row = rows.find((one) => one.id === numberOf(id));
  if (row === undefined) throw new Error('a row that is not known here cannot be changed now');
  return row as object as Row;
}

/** The server's order of alarms. */
function byTime(one: object, other: object): number {
  const { time } = one as { readonly time: string };
  const { time: otherTime } = other as { readonly time: string };
  return time < otherTime ? -1 : time > otherTime ? 1 : 0;
}
