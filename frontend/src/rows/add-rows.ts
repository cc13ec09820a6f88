// Adds many alarms or timers one after the other. Each has a key, so that the import can be repeated.
import { request } from '../api/client';
import { refetchEverywhere } from './lists';
import { listPaths } from './store';
import { ProblemError } from '../api/problem-error';
import type { AlarmDraft, IntervalDraft, ListName, TimerDraft } from '../model/types';

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

/**
 * Adds rows in order and returns the result for each. Fails if the server cannot be reached or asks for a longer wait;
 * when it is called again with the remaining rows, no row is added twice.
 */
export async function addRows(
  list: ListName,
  rows: readonly RowToAdd[],
  onOutcome: (key: string, outcome: Outcome) => void,
): Promise<void> {
  let isFull = false;
  try {
    for (const { key, draft, skips = false } of rows) {
      const outcome: Outcome = isFull
        ? 'full'
        : await added(list, { ...draft, clientKey: key }, skips);
      isFull = outcome === 'full';
      onOutcome(key, outcome);
    }
  } finally {
    if (rows.length > 0) await refetchEverywhere(list).catch(() => undefined);
  }
}

async function added(list: ListName, body: object, skips: boolean): Promise<Outcome> {
  try {
    const { id } = await request<{ readonly id: number }>('POST', listPaths[list], body);
    if (skips) await request('POST', `${listPaths[list]}/${String(id)}/skip`);
    return 'added';
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure;
    if (failure.problem?.type === '/problems/full') return 'full';
    if (failure.status === 422) return 'refused';
    throw failure;
  }
}
