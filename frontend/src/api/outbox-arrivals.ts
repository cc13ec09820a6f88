// New rows that the server has by a request whose answer was lost: lists name them by their keys.
import { synchronisedNow } from '../time/synchronised-time';
import type { ListName } from './lists';
import { settle, unsaved, type Intent, type Row } from './outbox';
import { planOf } from './outbox-merge';
import { renumberInOrder } from './timer-order';

/** Takes new rows that a list has for the rows they are there; what was changed since goes on as a change of those. */
export function settleArrived(list: ListName, rows: readonly Row[]): void {
  for (const intent of unsaved(list).filter(({ id }) => id < 0)) {
    const row = rows.find(({ clientKey }) => clientKey === intent.key);
    if (row === undefined || isBeingSetGoing(intent, row)) continue;
    const change: Intent = { ...intent, id: row.id, kind: 'change', base: row };
    const isKnown = planOf(change, row, synchronisedNow()).send === 'nothing';
    const isThere = intent.kind !== 'delete' && (intent.revision === 0 || isKnown);
    // As if what was sent had been changed here since.
    settle(isThere ? intent : { ...intent, revision: intent.revision - 1 }, row);
    if (list === 'timers') renumberInOrder(intent.id, row.id);
  }
}

/** A timer is made first and brought to where it runs, or stands, afterwards: until that is done it waits as a new one. */
function isBeingSetGoing({ list, kind, revision, changes }: Intent, row: Row): boolean {
  if (list !== 'timers' || kind === 'delete') return false;
  return revision > 0 || (changes.enabled === 1 && row.enabled !== 1);
}
