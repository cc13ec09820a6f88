// New rows that the server has although the response was lost: lists contain their keys.
import { synchronisedNow } from '../time/synchronised-time';
import { removeSent, unsaved, type Intent, type Row } from './outbox';
import { planOf } from './outbox-merge';
import { renumberInOrder } from './timer-order';
import type { ListName } from '../model/types';

/** Replaces new rows by the listed rows with their keys; changes made since become changes of those rows. */
export function matchArrivedRows(list: ListName, rows: readonly Row[]): void {
  for (const intent of unsaved(list).filter(({ id }) => id < 0)) {
    const row = rows.find(({ clientKey }) => clientKey === intent.key);
    if (row === undefined || isBeingStarted(intent, row)) continue;
    const change: Intent = { ...intent, id: row.id, kind: 'change', base: row };
    const isKnown = planOf(change, row, synchronisedNow()).send === 'nothing';
    const isThere = intent.kind !== 'delete' && (intent.revision === 0 || isKnown);
    // With an earlier revision than the stored one, what was changed since is kept as a change of the row.
    removeSent(isThere ? intent : { ...intent, revision: intent.revision - 1 }, row);
    if (list === 'timers') renumberInOrder(intent.id, row.id);
  }
}

/** A timer is created first and started or paused by a second request; until then it counts as a new one. */
function isBeingStarted({ list, kind, revision, changes }: Intent, row: Row): boolean {
  if (list !== 'timers' || kind === 'delete') return false;
  return revision > 0 || (changes.enabled === 1 && row.enabled !== 1);
}
