// Adds many alarms or timers, in batches. Each has a key, so that the import can be repeated.
import { request } from '../api/client';
import { refetchEverywhere } from './lists';
import { listPaths } from './store';
import type { Schemas, AlarmDraft, IntervalDraft, ListName, TimerDraft } from '../model/types';

/**
 * The result for a row: `full` if the browser has reached its limit, `refused` if the server does not accept the row.
 */
export type Outcome = 'added' | 'full' | 'refused';

interface RowToAdd {
  /** The server finds the row by this key if the response to an earlier request was lost. */
  readonly key: string;
  readonly draft: AlarmDraft | TimerDraft | IntervalDraft;
  /** An alarm that skips its next ring. */
  readonly skips?: boolean;
}

/** The results of some rows, by their keys. */
type OnOutcomes = (outcomes: readonly (readonly [key: string, outcome: Outcome])[]) => void;

/** As many as the server takes in one request. */
const mostRows = 100;

/** The longest body that the server reads, less what a row has besides its draft. */
const mostBytes = 128 * 1024 - mostRows * 100;

/**
 * Adds rows in order and returns the result for each, until `signal` is aborted. Fails if the server cannot be reached
 * or asks for a longer wait; when it is called again with the remaining rows, no row is added twice.
 */
export async function addRows(
  list: ListName,
  rows: readonly RowToAdd[],
  onOutcomes: OnOutcomes,
  signal: AbortSignal,
): Promise<void> {
  let open = rows;
  let isFull = false;
  try {
    while (open.length > 0 && !signal.aborted) {
      const batch = isFull ? open : batchOf(open);
      const outcomes: readonly Outcome[] = isFull
        ? batch.map(() => 'full')
        : await added(list, batch);
      open = open.slice(batch.length);
      isFull = outcomes.includes('full');
      onOutcomes(batch.map(({ key }, index) => [key, outcomes[index] ?? 'refused']));
    }
  } finally {
    if (rows.length > 0) await refetchEverywhere(list).catch(() => undefined);
  }
}

/** The first rows, at least one: as many as a request may have. */
function batchOf(rows: readonly RowToAdd[]): readonly RowToAdd[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const first = rows.slice(0, mostRows).findIndex(({ draft }) => {
    bytes += encoder.encode(JSON.stringify(draft)).length;
    return bytes > mostBytes;
  });
  return rows.slice(0, first === -1 ? mostRows : Math.max(1, first));
}

async function added(list: ListName, batch: readonly RowToAdd[]): Promise<readonly Outcome[]> {
  const path = listPaths[list];
  const drafts = batch.map(({ key, draft }) => ({ ...draft, clientKey: key }));
  const { results } = await request<Schemas['AlarmBatch'] | Schemas['TimerBatch']>(
    'POST',
    `${path}/batch`,
    { [list]: drafts },
  );
  const outcomes: Outcome[] = [];
  for (const [index, result] of results.entries()) {
    const row = 'alarm' in result ? result.alarm : result.timer;
    if (row && batch[index]?.skips === true) {
      await request('POST', `${path}/${String(row.id)}/skip`);
    }
    outcomes.push(row ? 'added' : result.problem === 'full' ? 'full' : 'refused');
  }
  return outcomes;
}
